#include "limits.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>

namespace ktour::sonny {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNoLimit = std::numeric_limits<std::int64_t>::max();

// The number at the start of the file, or nothing: no such file, or "max".
std::optional<std::int64_t> read_number(const fs::path& file) {
  std::ifstream stream(file);
  std::int64_t number = 0;
  if (!(stream >> number)) return std::nullopt;
  return number;
}

// The number after `key` at the start of a line, as in "MemAvailable:  123 kB".
std::optional<std::int64_t> read_keyed(const fs::path& file, std::string_view key) {
  std::ifstream stream(file);
  std::string word;
  for (std::string line; std::getline(stream, line);) {
    std::istringstream fields(line);
    std::int64_t number = 0;
    if (fields >> word && word == key && fields >> number) return number;
  }
  return std::nullopt;
}

// Tasks of all processes whose real user is ours; the kernel charges them to one account.
std::int64_t tasks_of_user(const fs::path& proc) {
  std::int64_t tasks = 0;
  std::error_code error;
  for (fs::directory_iterator entry(proc, error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path status = entry->path() / "status";
    if (entry->path().filename().string().find_first_not_of("0123456789") != std::string::npos)
      continue;
    if (read_keyed(status, "Uid:") == std::int64_t{getuid()})
      tasks += read_keyed(status, "Threads:").value_or(0);
  }
  return tasks;
}

// Tasks of the whole system: the number after the slash in "0.1 0.2 0.3 1/234 5678".
std::int64_t tasks_of_system(const fs::path& proc) {
  std::ifstream stream(proc / "loadavg");
  std::string load;
  std::int64_t running = 0;
  std::int64_t tasks = 0;
  char slash = 0;
  stream >> load >> load >> load >> running >> slash >> tasks;
  return stream ? tasks : 0;
}

std::int64_t lines_of(const fs::path& file) {
  std::ifstream stream(file);
  return std::count(std::istreambuf_iterator<char>(stream), {}, '\n');
}

// The names of what one version of cgroups keeps.
struct CgroupFiles {
  const char* limit;
  const char* in_use;
  const char* droppable_key;  // in memory.stat; nothing for tasks
};

std::int64_t spare_in_cgroup(const fs::path& directory, const CgroupFiles& files) {
  const auto limit = read_number(directory / files.limit);
  if (!limit) return kNoLimit;
  std::int64_t in_use = read_number(directory / files.in_use).value_or(0);
  if (files.droppable_key != nullptr)
    in_use -= read_keyed(directory / "memory.stat", files.droppable_key).value_or(0);
  return *limit - in_use;
}

// The least that is to spare in the cgroup `path` below `mount` and in those above it. In a
// container the path may not exist there; what exists above it still counts.
std::int64_t spare_in_hierarchy(const fs::path& mount, const fs::path& path,
                                const CgroupFiles& files) {
  std::int64_t spare = spare_in_cgroup(mount, files);
  fs::path directory = mount;
  for (const fs::path& part : path.relative_path()) {
    directory /= part;
    spare = std::min(spare, spare_in_cgroup(directory, files));
  }
  return spare;
}

void apply_cgroups(const fs::path& root, SystemLimits& limits) {
  const fs::path mounts = root / "sys/fs/cgroup";
  std::ifstream stream(root / "proc/self/cgroup");
  for (std::string line; std::getline(stream, line);) {  // "4:memory:/path" or "0::/path"
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    std::string controllers = line.substr(first, second - first + 1);
    controllers.front() = controllers.back() = ',';
    const fs::path path = line.substr(second + 1);
    if (controllers == ",,") {
      for (const fs::path& mount : {mounts, mounts / "unified"}) {
        limits.spare_threads =
            std::min(limits.spare_threads,
                     spare_in_hierarchy(mount, path, {"pids.max", "pids.current", nullptr}));
        limits.spare_memory_bytes = std::min(
            limits.spare_memory_bytes,
            spare_in_hierarchy(mount, path, {"memory.max", "memory.current", "inactive_file"}));
      }
    } else if (controllers.find(",pids,") != std::string::npos) {
      limits.spare_threads = std::min(
          limits.spare_threads,
          spare_in_hierarchy(mounts / "pids", path, {"pids.max", "pids.current", nullptr}));
    } else if (controllers.find(",memory,") != std::string::npos) {
      limits.spare_memory_bytes =
          std::min(limits.spare_memory_bytes,
                   spare_in_hierarchy(
                       mounts / "memory", path,
                       {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}));
    }
  }
}

std::optional<std::int64_t> soft_limit(decltype(RLIMIT_AS) resource) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return static_cast<std::int64_t>(std::min<rlim_t>(limit.rlim_cur, kNoLimit));
}

}  // namespace

ResourceLimits current_resource_limits() {
  return {soft_limit(RLIMIT_NPROC), soft_limit(RLIMIT_AS)};
}

SystemLimits read_system_limits(const fs::path& root, const ResourceLimits& resources) {
  const fs::path proc = root / "proc";
  SystemLimits limits{kNoLimit, kNoLimit};
  const auto threads_at_most = [&](std::int64_t threads) {
    limits.spare_threads = std::min(limits.spare_threads, threads);
  };
  const auto bytes_at_most = [&](std::int64_t bytes) {
    limits.spare_memory_bytes = std::min(limits.spare_memory_bytes, bytes);
  };

  if (resources.user_tasks) threads_at_most(*resources.user_tasks - tasks_of_user(proc));
  for (const char* name : {"sys/kernel/threads-max", "sys/kernel/pid_max"})
    if (const auto most = read_number(proc / name)) threads_at_most(*most - tasks_of_system(proc));
  if (const auto mappings = read_number(proc / "sys/vm/max_map_count"))
    threads_at_most((*mappings - lines_of(proc / "self/maps")) / 2);

  if (const auto kib = read_keyed(proc / "meminfo", "MemAvailable:")) bytes_at_most(*kib * 1024);
  if (resources.address_space_bytes) {
    const std::int64_t pages_in_use = read_number(proc / "self/statm").value_or(0);
    bytes_at_most(*resources.address_space_bytes - pages_in_use * sysconf(_SC_PAGESIZE));
  }
  apply_cgroups(root, limits);
  limits.spare_threads = std::max<std::int64_t>(0, limits.spare_threads);
  limits.spare_memory_bytes = std::max<std::int64_t>(0, limits.spare_memory_bytes);
  return limits;
}

std::int64_t largest_bound(const SystemLimits& limits, std::int64_t bytes_per_thread,
                           std::int64_t depth) {
  const std::int64_t alive =
      std::min(limits.spare_threads, limits.spare_memory_bytes / bytes_per_thread);
  return std::max<std::int64_t>(1, alive - depth);
}

std::int64_t default_bound(const SystemLimits& limits, std::int64_t bytes_per_thread,
                           std::int64_t depth) {
  const SystemLimits share{limits.spare_threads / 2, limits.spare_memory_bytes / 4};
  return std::min(kMostUsefulThreads, largest_bound(share, bytes_per_thread, depth));
}

}  // namespace ktour::sonny
