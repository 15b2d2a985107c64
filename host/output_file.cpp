#include "output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "errors.hpp"

namespace ktour {
namespace {

// What a write to `path` reaches: the end of a chain of symbolic links.
std::string resolved(const std::string& path) {
  std::error_code error;
  const auto target = std::filesystem::weakly_canonical(path, error);
  return error ? path : target.string();
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(resolved(path_)) {
  struct stat existing {};
  const bool exists = stat(target_.c_str(), &existing) == 0;
  if (exists && S_ISDIR(existing.st_mode)) {
    errno = EISDIR;
    fail("write");
  }
  const mode_t mode = exists ? existing.st_mode & 07777U : 0666U;
  int descriptor = -1;
  if (exists && !S_ISREG(existing.st_mode)) {
    descriptor =
        open(target_.c_str(), O_WRONLY | O_CLOEXEC);  // a pipe or a device takes it as it comes
    in_place_ = true;
  } else if (exists && access(target_.c_str(), W_OK) != 0) {
    fail("write");
  } else {
    // A file without a name: it is gone with the program, however that ends.
    descriptor = open(folder_of(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    if (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == ENOENT)) {
      temporary_ = temporary_name();
      descriptor = open(temporary_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
    }
    if (descriptor >= 0 && exists) fchmod(descriptor, mode);
  }
  stream_ = descriptor < 0 ? nullptr : fdopen(descriptor, "wb");
  if (stream_ == nullptr) fail("create");
}

OutputFile::~OutputFile() {
  if (stream_ != nullptr) std::fclose(stream_);
  if (!temporary_.empty()) std::remove(temporary_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) fail("write");
}

void OutputFile::commit() {
  if (std::fflush(stream_) != 0) fail("write");
  if (!in_place_) {
    if (fsync(fileno(stream_)) != 0) fail("write");
    if (temporary_.empty()) {
      temporary_ = temporary_name();
      const std::string nameless = "/proc/self/fd/" + std::to_string(fileno(stream_));
      if (linkat(AT_FDCWD, nameless.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) !=
          0) {
        temporary_.clear();
        fail("write");
      }
    }
    if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail("write");
    temporary_.clear();
  }
  std::fclose(std::exchange(stream_, nullptr));
}

std::string OutputFile::temporary_name() const {
  return target_ + ".partial-" + std::to_string(getpid());
}

void OutputFile::fail(const char* step) {
  const int reason = errno;
  throw SpaceError(std::string("could not ") + step + " the file '" + path_ +
                   "': " + std::strerror(reason) +
                   (reason == ENOSPC ? "; free some space" : "; choose another place"));
}

}  // namespace ktour
