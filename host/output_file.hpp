// A file that is either written whole or not at all. It is opened before the work that fills it, so
// that an unwritable place is known at once; it has no name until commit(), so that a program that
// dies leaves nothing behind; and it keeps the permissions of the file that it replaces.
//
// Symbolic links are followed. A pipe or a device is written to as it is.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace ktour {

class OutputFile {
 public:
  // Throws SpaceError where the file cannot be made.
  explicit OutputFile(std::string path);
  // Without commit() what was at `path` stays.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::FILE* stream() { return stream_; }
  // Throws SpaceError where the disk is full.
  void write(std::string_view bytes);
  // Flushes to disk and takes the name. Throws SpaceError; then `path` is as it was.
  void commit();

 private:
  std::string temporary_name() const;
  [[noreturn]] void fail(const char* step);

  std::string path_;       // as given
  std::string target_;     // behind links
  std::string temporary_;  // a name that has to go; usually there is none
  bool in_place_ = false;  // no regular file
  std::FILE* stream_ = nullptr;
};

}  // namespace ktour
