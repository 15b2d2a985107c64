#include "output.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace ktour::sonny {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 18;

}  // namespace

Line Line::error(std::string_view call, int error_number) {
  std::array<char, 64> scratch;
  Line line;
  line.text("ERROR: ").text(call).text("() failed: ");
  // The GNU one, which g++ always gets: the text, in `scratch` only for numbers without a name.
  return line.text(strerror_r(error_number, scratch.data(), scratch.size())).text(" (");
}

Line& Line::text(std::string_view piece) {
  const std::size_t room = kMostBytes - 1 - length_;
  const std::size_t bytes = std::min(piece.size(), room);
  std::memcpy(bytes_.data() + length_, piece.data(), bytes);
  length_ += bytes;
  return *this;
}

Line& Line::number(std::int64_t value) {
  std::array<char, 24> digits;
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return text({digits.data(), static_cast<std::size_t>(end - digits.data())});
}

std::string_view Line::finish() {
  bytes_[length_] = '\n';
  return {bytes_.data(), length_ + 1};
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      // A terminal or pipe that somebody else made non-blocking.
      pollfd ready{descriptor, POLLOUT, 0};
      if (poll(&ready, 1, -1) < 0 && errno != EINTR) return false;
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

Output::Output(int descriptor) : descriptor_(descriptor), is_terminal_(isatty(descriptor) == 1) {
  buffer_.reserve(kBufferBytes);
}

void Output::print_whole(std::string_view lines) {
  const std::lock_guard lock(mutex_);
  if (buffer_.size() + lines.size() > kBufferBytes) flush_locked();
  // Beyond what was reserved only for a line that is longer than the whole buffer.
  buffer_.insert(buffer_.end(), lines.begin(), lines.end());
  if (is_terminal_ || buffer_.size() >= kBufferBytes) flush_locked();
}

void Output::flush() {
  const std::lock_guard lock(mutex_);
  flush_locked();
}

void Output::flush_locked() {
  const bool written = write_all(descriptor_, {buffer_.data(), buffer_.size()});
  buffer_.clear();
  if (written) return;
  Line error = Line::error("write", errno);
  error.text("standard output; is the disk full?)");
  static_cast<void>(write_all(STDERR_FILENO, error.finish()));
  _exit(EXIT_FAILURE);
}

void Output::fail(Line& error) {
  mutex_.lock();
  flush_locked();
  static_cast<void>(write_all(STDERR_FILENO, error.finish()));
  // Not exit(): other threads still run, and destructors would pull their data from under them.
  _exit(EXIT_FAILURE);
}

void Output::fail(std::string_view call, int error_number, std::string_view advice) {
  Line error = Line::error(call, error_number);
  error.text(advice).text(")");
  fail(error);
}

}  // namespace ktour::sonny
