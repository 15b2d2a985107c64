#include "slide/pattern_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "crc64.hpp"
#include "output_file.hpp"
#include "posix_file.hpp"

namespace ktour {
namespace {

using Checksum = std::array<std::uint8_t, 8>;

std::string title_of(const PatternHeuristic& patterns) {
  std::string title = fmt::format("ktour tile patterns 1: {}", patterns.shape().text());
  for (const PatternTable& table : patterns.tables())
    title += fmt::format(", {}", fmt::join(table.tiles(), " "));
  return title + "\n";
}

Checksum checksum_of(const std::string& title, const PatternHeuristic& patterns) {
  Crc64 crc;
  crc.update(title.data(), title.size());
  for (const PatternTable& table : patterns.tables())
    crc.update(table.values().data(), table.values().size());
  Checksum bytes{};
  for (std::size_t byte = 0; byte < bytes.size(); ++byte)
    bytes[byte] = static_cast<std::uint8_t>(crc.value() >> (8 * byte));
  return bytes;
}

bool read_all(const FileDescriptor& file, void* bytes, std::size_t count) {
  auto* next = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t got = retried([&] { return read(file.number(), next, count); });
    if (got <= 0) return false;
    next += got;
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

std::optional<std::filesystem::path> cache_directory() {
  // A relative path in XDG_CACHE_HOME counts as none, by the XDG Base Directory Specification.
  if (const char* const cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/')
    return std::filesystem::path(cache) / "ktour";
  if (const char* const home = std::getenv("HOME"); home != nullptr && *home == '/')
    return std::filesystem::path(home) / ".cache" / "ktour";
  return std::nullopt;
}

CacheState read_patterns(const std::filesystem::path& file, PatternHeuristic& patterns) {
  // A pipe of this name must not keep the program waiting.
  const FileDescriptor opened(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!opened.is_open()) return CacheState::kMissing;
  const std::string title = title_of(patterns);
  struct stat status {};
  if (fstat(opened.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
      static_cast<std::uint64_t>(status.st_size) !=
          title.size() + patterns.placements() + Checksum{}.size())
    return CacheState::kDamaged;
  std::string title_read(title.size(), '\0');
  if (!read_all(opened, title_read.data(), title.size()) || title_read != title)
    return CacheState::kDamaged;
  for (PatternTable& table : patterns.tables())
    if (!read_all(opened, table.values().data(), table.values().size()))
      return CacheState::kDamaged;
  Checksum checksum{};
  if (!read_all(opened, checksum.data(), checksum.size()) ||
      checksum != checksum_of(title, patterns))
    return CacheState::kDamaged;
  return CacheState::kRead;
}

void write_patterns(const std::filesystem::path& file, const PatternHeuristic& patterns) {
  if (!make_directory(file.parent_path()))
    throw SpaceError(fmt::format("could not make the directory '{}': {}",
                                 file.parent_path().string(), std::strerror(errno)));
  OutputFile output(file.string());
  const auto write = [&](std::span<const std::uint8_t> bytes) {
    output.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
  const std::string title = title_of(patterns);
  output.write(title);
  for (const PatternTable& table : patterns.tables()) write(table.values());
  write(checksum_of(title, patterns));
  output.commit();
}

}  // namespace ktour
