// Lines on their way to stdout, and the one way the program dies.
//
// A line is built on the stack of its thread, then handed over whole under a lock and collected in
// a buffer; the buffer leaves in writes that end where a line ends. So no line is ever torn,
// however many threads print, and millions of lines cost few system calls. On a terminal every line
// is written at once, so that threads can be watched.
//
// fail() keeps the promise that everything printed so far stays: it writes the buffer out first,
// then one "ERROR: ..." line to stderr, and ends the process without letting go of the lock, so
// that no other thread prints after it. It allocates nothing, because memory may be what failed.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

namespace ktour::sonny {

using ThreadId = std::int64_t;

// One line of output or of an error. No heap, and small enough for the stack of any thread.
class Line {
 public:
  // "THREAD <id>: "
  explicit Line(ThreadId thread) { text("THREAD ").number(thread).text(": "); }
  // "ERROR: <call>() failed: <what the error number means> ("; advice and ")" are for the caller.
  static Line error(std::string_view call, int error_number);

  // Cut where it does not fit, which only the name of a file can bring about.
  Line& text(std::string_view piece);
  Line& number(std::int64_t value);
  // The whole line with its end.
  std::string_view finish();

 private:
  Line() = default;

  static constexpr std::size_t kMostBytes = 512;
  std::array<char, kMostBytes> bytes_;
  std::size_t length_ = 0;
};

class Output {
 public:
  explicit Output(int descriptor);
  ~Output() { flush(); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void print(Line& line) { print_whole(line.finish()); }
  // One or more lines, each with its end.
  void print_whole(std::string_view lines);
  void flush();

  // One error line to stderr, then the end of the process with EXIT_FAILURE.
  [[noreturn]] void fail(Line& error);
  [[noreturn]] void fail(std::string_view call, int error_number, std::string_view advice);

 private:
  void flush_locked();

  const int descriptor_;
  const bool is_terminal_;
  std::mutex mutex_;
  std::vector<char> buffer_;
};

// Writes all of `bytes`; false with errno set where that fails.
[[nodiscard]] bool write_all(int descriptor, std::string_view bytes);

}  // namespace ktour::sonny
