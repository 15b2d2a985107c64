// A file that is either written whole or not at all: it is made under a temporary name beside its
// own when opened, so that an unwritable place is known before hours of work, and renamed at the
// end.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace ktour {

class OutputFile {
 public:
  // Throws SpaceError where the file cannot be made.
  explicit OutputFile(std::string path);
  // Without commit() the temporary file is removed and what was at `path` stays.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::FILE* stream() { return stream_; }
  // Throws SpaceError where the disk is full.
  void write(std::string_view bytes);
  // Flushes to disk and takes the final name. Throws SpaceError; then `path` is as it was.
  void commit();

 private:
  [[noreturn]] void fail(const char* step);

  std::string path_;
  std::string temporary_path_;
  std::FILE* stream_ = nullptr;
};

}  // namespace ktour
