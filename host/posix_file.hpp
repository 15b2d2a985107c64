// The few system calls on files that must be exact about errors and about reaching the disk.
#pragma once

#include <cerrno>
#include <filesystem>
#include <string>

#include "errors.hpp"

namespace ktour {

// A file that is not what its name says, or no longer: the run must not go on from it.
struct CorruptInput : Error {
  explicit CorruptInput(const std::string& message) : Error(kExitCorrupt, message) {}
};

// An open file; closed with its owner.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() { close(); }

  void open(int number) {
    close();
    number_ = number;
  }
  void close();
  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }

 private:
  int number_ = -1;
};

// The call again and again, until no signal comes between.
template <class Call>
auto retried(Call call) {
  auto outcome = call();
  while (outcome < 0 && errno == EINTR) outcome = call();
  return outcome;
}

// Some file systems cannot flush a directory, and say so with EINVAL; that counts as done. False,
// and errno, on failure.
bool flush_directory(int descriptor);

// With its missing parents. A directory whose own entry is lost in a crash would take what is in it
// along, so each parent is flushed. False, and errno, on failure.
bool make_directory(const std::filesystem::path& directory);

}  // namespace ktour
