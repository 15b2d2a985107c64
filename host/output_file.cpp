#include "output_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "errors.hpp"

namespace ktour {

OutputFile::OutputFile(std::string path)
    : path_(std::move(path)),
      temporary_path_(path_ + ".partial-" + std::to_string(getpid())),
      stream_(std::fopen(temporary_path_.c_str(), "wb")) {
  if (stream_ == nullptr) fail("create");
}

OutputFile::~OutputFile() {
  if (stream_ == nullptr) return;
  std::fclose(stream_);
  std::remove(temporary_path_.c_str());
}

void OutputFile::write(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stream_) != bytes.size()) fail("write");
}

void OutputFile::commit() {
  if (std::fflush(stream_) != 0 || fsync(fileno(stream_)) != 0) fail("write");
  if (std::rename(temporary_path_.c_str(), path_.c_str()) != 0) fail("rename");
  std::fclose(std::exchange(stream_, nullptr));
}

void OutputFile::fail(const char* step) {
  throw SpaceError(std::string("could not ") + step + " the file '" + path_ +
                   "': " + std::strerror(errno) + "; choose another place or free some space");
}

}  // namespace ktour
