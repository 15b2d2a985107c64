// How many threads, and how much memory, this system lets sonny have.
//
// The limits looked at, each minus what is in use already:
//
//     ulimit -u            tasks of this user
//     ulimit -v            address space of this process
//     cgroup pids          in this cgroup and every one above it, version 1 and 2
//     cgroup memory        likewise; file pages that can be dropped do not count as in use
//     kernel               kernel.threads-max, kernel.pid_max
//     vm.max_map_count     a stack and its guard page are two mappings
//     MemAvailable         of /proc/meminfo
//
// A limit that cannot be read is no limit: the answer is an estimate and threads may still be
// refused. Files are read below `root`, so that a test can bring a system of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace ktour::sonny {

struct ResourceLimits {
  std::optional<std::int64_t> user_tasks;           // RLIMIT_NPROC
  std::optional<std::int64_t> address_space_bytes;  // RLIMIT_AS
};

// Those of this process, the soft ones.
ResourceLimits current_resource_limits();

struct SystemLimits {
  std::int64_t spare_threads = 0;
  std::int64_t spare_memory_bytes = 0;
};

SystemLimits read_system_limits(const std::filesystem::path& root, const ResourceLimits& resources);

// What can be alive at once with everything that is to spare, less the `depth` by which a bound is
// soft; at least 1. A bound that was asked for is cut to this.
std::int64_t largest_bound(const SystemLimits& limits, std::int64_t bytes_per_thread,
                           std::int64_t depth);

// The bound where none is asked for: from half of the threads and a quarter of the memory, and no
// more than `kMostUsefulThreads`.
std::int64_t default_bound(const SystemLimits& limits, std::int64_t bytes_per_thread,
                           std::int64_t depth);

// glibc keeps the stacks of finished threads for new ones up to 40 MiB in all. 512 stacks of 64 KiB
// stay below that, so that a million threads need only 512 mappings.
inline constexpr std::int64_t kMostUsefulThreads = 512;

}  // namespace ktour::sonny
