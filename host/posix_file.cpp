#include "posix_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

namespace ktour {

void FileDescriptor::close() {
  if (is_open()) ::close(std::exchange(number_, -1));
}

bool flush_directory(int descriptor) {
  return retried([&] { return fsync(descriptor); }) == 0 || errno == EINVAL;
}

bool make_directory(const std::filesystem::path& directory) {
  std::error_code ignored;
  if (directory.empty() || std::filesystem::is_directory(directory, ignored)) return true;
  const std::filesystem::path parent = directory.parent_path();
  if (!make_directory(parent)) return false;
  if (mkdir(directory.c_str(), 0777) != 0) return errno == EEXIST;
  const FileDescriptor folder(
      open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return folder.is_open() && flush_directory(folder.number());
}

}  // namespace ktour
