// A directory for a test's files: in memory where there is such a file system, because what is under
// test waits for the disk at every barrier.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace ktour {

inline std::string scratch_directory(const std::string& name) {
  const std::filesystem::path memory = "/dev/shm";
  const std::filesystem::path parent =
      access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
  return (parent / ("ktour-" + name + "-" + std::to_string(getpid()))).string();
}

}  // namespace ktour
