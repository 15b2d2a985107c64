// The limits of a system, read from a small /proc and /sys of the test's own.
#include "limits.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace ktour::sonny {
namespace {

namespace fs = std::filesystem;
constexpr std::int64_t kGib = std::int64_t{1} << 30;

class SonnyLimits : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "sonny_limits_XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    root_ = name;
    // A system that limits next to nothing.
    put("proc/sys/kernel/threads-max", "1000000\n");
    put("proc/sys/kernel/pid_max", "4000000\n");
    put("proc/loadavg", "0.10 0.20 0.30 2/400 12345\n");
    put("proc/meminfo", "MemTotal:  67108864 kB\nMemAvailable:  33554432 kB\n");
  }
  void TearDown() override { fs::remove_all(root_); }
  void put(const fs::path& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  SystemLimits read(const ResourceLimits& resources = {}) const {
    return read_system_limits(root_, resources);
  }

  fs::path root_;
};

TEST_F(SonnyLimits, TheKernelAndMemory) {
  EXPECT_EQ(read().spare_threads, 1'000'000 - 400);
  EXPECT_EQ(read().spare_memory_bytes, 32 * kGib);
  put("proc/sys/kernel/pid_max", "32768\n");
  EXPECT_EQ(read().spare_threads, 32768 - 400);
  put("proc/sys/vm/max_map_count", "1002\n");
  put("proc/self/maps", "a\nb\n");
  EXPECT_EQ(read().spare_threads, 500);
}

TEST_F(SonnyLimits, TasksOfThisUserOnly) {
  const std::string own = std::to_string(getuid());
  const std::string other = std::to_string(getuid() + 1);
  put("proc/11/status", "Name:\ta\nUid:\t" + own + "\t0\t0\t0\nThreads:\t7\n");
  put("proc/12/status", "Name:\tb\nUid:\t" + own + "\t0\t0\t0\nThreads:\t3\n");
  put("proc/13/status", "Name:\tc\nUid:\t" + other + "\t0\t0\t0\nThreads:\t90\n");
  put("proc/sys/status", "Uid:\t" + own + "\nThreads:\t500\n");
  EXPECT_EQ(read({60, std::nullopt}).spare_threads, 50);
  EXPECT_EQ(read({5, std::nullopt}).spare_threads, 0);
}

TEST_F(SonnyLimits, AddressSpace) {
  put("proc/self/statm", "1000 1 1 1 1 1 1\n");
  EXPECT_EQ(read({std::nullopt, kGib}).spare_memory_bytes, kGib - 1000 * sysconf(_SC_PAGESIZE));
}

TEST_F(SonnyLimits, CgroupVersion2TakesTheTightestLevel) {
  put("proc/self/cgroup", "0::/slice/job\n");
  put("sys/fs/cgroup/slice/pids.max", "100\n");
  put("sys/fs/cgroup/slice/pids.current", "30\n");
  put("sys/fs/cgroup/slice/job/pids.max", "max\n");
  put("sys/fs/cgroup/slice/job/pids.current", "5\n");
  put("sys/fs/cgroup/slice/job/memory.max", "1073741824\n");
  put("sys/fs/cgroup/slice/job/memory.current", "900000000\n");
  put("sys/fs/cgroup/slice/job/memory.stat", "anon 1\ninactive_file 800000000\n");
  EXPECT_EQ(read().spare_threads, 70);
  EXPECT_EQ(read().spare_memory_bytes, kGib - 100'000'000);
}

TEST_F(SonnyLimits, CgroupVersion1) {
  put("proc/self/cgroup", "9:pids:/job\n4:cpu,memory:/job\n1:name=systemd:/\n");
  put("sys/fs/cgroup/pids/job/pids.max", "64\n");
  put("sys/fs/cgroup/pids/job/pids.current", "4\n");
  put("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  put("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "1073741824\n");
  put("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "73741824\n");
  EXPECT_EQ(read().spare_threads, 60);
  EXPECT_EQ(read().spare_memory_bytes, 1'000'000'000);
}

// In a container the path of /proc/self/cgroup is often that of the host.
TEST_F(SonnyLimits, ACgroupPathThatDoesNotExistLeavesTheMount) {
  put("proc/self/cgroup", "0::/docker/0123abcd\n");
  put("sys/fs/cgroup/pids.max", "40\n");
  put("sys/fs/cgroup/pids.current", "1\n");
  EXPECT_EQ(read().spare_threads, 39);
}

TEST_F(SonnyLimits, ASystemWithoutFilesLimitsNothing) {
  fs::remove_all(root_);
  EXPECT_GT(read().spare_threads, 1'000'000'000);
  EXPECT_GT(read().spare_memory_bytes, 1'000'000'000'000);
}

TEST(SonnyDefaultBound, IsAShareOfWhatIsToSpare) {
  EXPECT_EQ(default_bound({200, 64 * kGib}, 100'000, 10), 90);
  EXPECT_EQ(default_bound({100'000, 40'000'000}, 100'000, 10), 90);
  EXPECT_EQ(default_bound({100'000, 64 * kGib}, 100'000, 10), kMostUsefulThreads);
  EXPECT_EQ(default_bound({0, 0}, 100'000, 10), 1);
  EXPECT_EQ(largest_bound({200, 64 * kGib}, 100'000, 10), 190);
  EXPECT_EQ(largest_bound({5, 64 * kGib}, 100'000, 10), 1);
}

// The files of the machine the test runs on, whatever they hold.
TEST(SonnyDefaultBound, ThisMachineAllowsAThread) {
  const SystemLimits limits = read_system_limits("/", current_resource_limits());
  EXPECT_GE(default_bound(limits, 100'000, 23), 1);
  EXPECT_GT(limits.spare_memory_bytes, 0);
}

}  // namespace
}  // namespace ktour::sonny
