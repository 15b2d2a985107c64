#include "machine.hpp"

#include <malloc.h>
#include <sched.h>
#include <unistd.h>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fstream>
#include <limits>
#include <thread>

#include "errors.hpp"

namespace ktour {
namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// The number after `key` in a file of "key: number kB" lines, in bytes; 0 if it is not there.
std::uint64_t meminfo_bytes(const std::string& key) {
  std::ifstream file("/proc/meminfo");
  std::string name;
  std::uint64_t kilobytes = 0;
  std::string rest;
  while (file >> name >> kilobytes && std::getline(file, rest))
    if (name == key + ":") return kilobytes * 1024;
  return 0;
}

std::uint64_t number_in(const std::string& path, std::uint64_t otherwise) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? value : otherwise;
}

// What this process's control group (version 2) and those above it still allow.
std::uint64_t control_group_bytes() {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  std::uint64_t least = kUnlimited;
  while (std::getline(file, line)) {
    if (line.rfind("0::", 0) != 0) continue;
    for (std::string group = line.substr(3); !group.empty();
         group = group.substr(0, group.find_last_of('/'))) {
      const std::string folder = "/sys/fs/cgroup" + group;
      const std::uint64_t limit = number_in(folder + "/memory.max", kUnlimited);
      const std::uint64_t used = number_in(folder + "/memory.current", 0);
      if (limit != kUnlimited) least = std::min(least, limit - std::min(limit, used));
    }
  }
  return least;
}

}  // namespace

int usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line))
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

std::uint64_t available_memory_bytes() {
  return std::min(meminfo_bytes("MemAvailable"), control_group_bytes());
}

std::uint64_t total_memory_bytes() { return meminfo_bytes("MemTotal"); }

void map_large_buffers() {
#ifdef M_MMAP_THRESHOLD
  static_cast<void>(mallopt(M_MMAP_THRESHOLD, 1 << 16));
#endif
}

std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages >> pages;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t parse_bytes(const std::string& text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  std::string unit(stop, end);
  if (unit.size() == 3 && unit.ends_with("iB")) unit.resize(1);
  if (unit.size() == 1) unit[0] = static_cast<char>(std::toupper(unit[0]));
  constexpr std::array<const char*, 5> kUnits{"", "K", "M", "G", "T"};
  for (std::size_t power = 0; power < kUnits.size() && error == std::errc{}; ++power) {
    if (unit != kUnits[power]) continue;
    const std::uint64_t factor = std::uint64_t{1} << (10 * power);
    if (value <= kUnlimited / factor) return value * factor;
  }
  throw UsageError("'" + text + "' is not a number of bytes; write for example 4096, 500M or 8G");
}

std::string human_bytes(std::uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace ktour
