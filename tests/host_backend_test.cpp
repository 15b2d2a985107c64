// The host backend: that it is as late and as strict as a GPU, and counts memory. Its primitives
// have a file of their own.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "emulation/host_backend.hpp"
#include "emulation/transfer.hpp"

namespace ktour {
namespace {

constexpr std::uint64_t kPoisonWord = 0xA5A5A5A5A5A5A5A5;

TEST(HostBackend, CopiesNothingFromNowhere) {
  HostBackend backend;
  const HostBackend::Array<std::uint64_t> empty;
  auto to = backend.allocate<std::uint64_t>(1);
  EXPECT_NO_THROW(backend.copy_on_device(to.data(), empty.data(), 0));
  EXPECT_THROW(backend.copy_on_device(to.data(), empty.data(), 1), std::logic_error);
  backend.synchronize();
}

TEST(HostBackend, CopiesAndZeroes) {
  HostBackend backend;
  const auto from = upload<std::uint64_t>(backend, {1, 2, 3, 4});
  auto to = backend.allocate<std::uint64_t>(4);
  backend.copy_on_device(to.data() + 1, from.data(), 3);
  backend.zero(to.data() + 2, 1);
  EXPECT_EQ(download(backend, to), (std::vector<std::uint64_t>{kPoisonWord, 1, 0, 3}));
}

__global__ void add_to_all(std::uint64_t* words, std::uint64_t count, std::uint64_t more) {
  for (std::uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x)
    words[i] += more;
}

__global__ void add_shared_poison(std::uint64_t* word) { *word += dynamic_shared()[99]; }

TEST(HostBackend, LaunchesKernelsWithSharedMemory) {
  HostBackend backend;
  auto words = backend.allocate<std::uint64_t>(1000);
  backend.zero(words.data(), 1000);
  backend.launch(add_to_all, backend.grid(1000), words.data(), 1000, 5);
  backend.launch(add_shared_poison, Grid{1, 1}.with_shared(100), words.data());
  std::vector<std::uint64_t> expected(1000, 5);
  expected[0] += kPoisonByte;
  EXPECT_EQ(download(backend, words), expected);
  EXPECT_THROW(backend.launch(add_shared_poison, Grid{1, 2000}, words.data()),
               std::invalid_argument);
}

TEST(HostBackend, GridsAreSmallButNotEmpty) {
  const HostBackend backend;
  EXPECT_EQ(backend.grid(0).blocks, 1U);
  EXPECT_EQ(backend.grid(65).blocks, 2U);
  EXPECT_EQ(backend.grid(~std::uint64_t{0}).blocks, 4U);
  EXPECT_EQ(backend.grid(1).threads, 64U);
}

TEST(HostBackend, NothingHappensBeforeSynchronize) {
  HostBackend backend;
  auto word = backend.allocate<std::uint64_t>(1);
  const std::uint64_t seven = 7;
  std::uint64_t seen = 1;
  backend.copy_to_device(word.data(), &seven, 1);
  backend.launch(add_to_all, Grid{1, 1}, word.data(), 1, 10);
  backend.copy_to_host(&seen, word.data(), 1);
  EXPECT_EQ(seen, 1U);
  EXPECT_EQ(*word.data(), kPoisonWord);
  backend.synchronize();
  EXPECT_EQ(seen, 17U);
  seen = 1;
  backend.synchronize();
  EXPECT_EQ(seen, 1U);
}

TEST(HostBackend, RecordingIsReplayedOnTheSameAddresses) {
  HostBackend backend;
  auto words = upload<std::uint64_t>(backend, {10, 20, 30});
  std::uint64_t more = 1;
  std::uint64_t seen = 0;
  backend.begin_capture();
  backend.launch(add_to_all, backend.grid(3), words.data(), 3, more);
  backend.copy_to_host(&seen, words.data() + 2, 1);
  const HostBackend::Graph graph = backend.end_capture();
  backend.synchronize();
  EXPECT_EQ(seen, 0U);
  more = 100;  // the recording keeps the 1
  backend.run(graph);
  EXPECT_EQ(seen, 0U);
  backend.zero(words.data(), 1);
  backend.run(graph);
  backend.synchronize();
  EXPECT_EQ(seen, 32U);
  EXPECT_EQ(download(backend, words), (std::vector<std::uint64_t>{1, 22, 32}));
}

TEST(HostBackend, RefusesToWaitOrAllocateWhileRecording) {
  HostBackend backend;
  const HostBackend::Graph empty;
  EXPECT_THROW(backend.run(empty), std::logic_error);
  EXPECT_THROW(backend.end_capture(), std::logic_error);
  backend.begin_capture();
  const auto graph = backend.end_capture();
  backend.begin_capture();
  EXPECT_THROW(backend.begin_capture(), std::logic_error);
  EXPECT_THROW(backend.allocate<int>(1), std::logic_error);
  EXPECT_THROW(backend.allocate_host<int>(1), std::logic_error);
  EXPECT_THROW(backend.prepare<std::uint32_t>(1), std::logic_error);
  EXPECT_THROW(backend.synchronize(), std::logic_error);
  EXPECT_THROW(backend.run(graph), std::logic_error);
  backend.end_capture();
  EXPECT_NO_THROW(backend.run(graph));
}

TEST(HostBackend, RecordingDiesWithItsScratch) {
  HostBackend backend;
  backend.prepare<std::uint32_t>(100);
  auto counts = backend.allocate<std::uint32_t>(10);
  auto sums = backend.allocate<std::uint64_t>(10);
  backend.begin_capture();
  backend.exclusive_sum(counts.data(), sums.data(), 10);
  const auto with_scratch = backend.end_capture();
  backend.begin_capture();
  backend.zero(sums.data(), 10);
  const auto without = backend.end_capture();
  backend.prepare<std::uint32_t>(50);  // fits into what is there
  EXPECT_NO_THROW(backend.run(with_scratch));
  backend.prepare<std::uint32_t>(1000);
  EXPECT_THROW(backend.run(with_scratch), std::logic_error);
  EXPECT_NO_THROW(backend.run(without));
}

TEST(HostBackend, MemoryIsLimitedAndCounted) {
  HostBackend backend(1000);
  auto first = backend.allocate<std::uint64_t>(100);
  EXPECT_EQ(backend.free_bytes(), 200U);
  EXPECT_THROW(backend.allocate<std::uint64_t>(26), SpaceError);
  EXPECT_THROW(backend.allocate<std::uint64_t>(~std::uint64_t{0} / 4), SpaceError);
  {
    auto second = backend.allocate<std::uint64_t>(25);
    EXPECT_EQ(backend.free_bytes(), 0U);
    EXPECT_EQ(backend.live_allocations(), 2U);
    auto third = std::move(second);
    EXPECT_EQ(backend.live_allocations(), 2U);
    EXPECT_EQ(third.capacity(), 25U);
    EXPECT_EQ(second.capacity(), 0U);
  }
  first = {};
  EXPECT_EQ(backend.free_bytes(), 1000U);
  EXPECT_EQ(backend.live_allocations(), 0U);
  EXPECT_EQ(backend.allocations(), 2U);
  const auto pinned = backend.allocate_host<std::uint64_t>(1000);
  EXPECT_EQ(backend.free_bytes(), 1000U);
  EXPECT_EQ(backend.allocations(), 3U);
}

TEST(HostBackend, ScratchIsMemoryToo) {
  HostBackend backend(10000);
  backend.prepare<std::uint64_t>(1600);
  EXPECT_EQ(backend.allocations(), 1U);
  EXPECT_LT(backend.free_bytes(), 10000U - 800);
  backend.prepare<std::uint64_t>(1600);
  backend.prepare<std::uint64_t>(10);
  EXPECT_EQ(backend.allocations(), 1U);
  EXPECT_THROW(backend.prepare<std::uint64_t>(1000000), SpaceError);
  auto words = backend.allocate<std::uint64_t>(2);
  const std::uint32_t count = 1;
  EXPECT_THROW(backend.exclusive_sum(&count, words.data(), 1), std::logic_error);
}

TEST(HostBackend, ArraysMayOutliveTheBackend) {
  auto backend = std::make_unique<HostBackend>();
  auto words = backend->allocate<std::uint64_t>(1);
  backend.reset();
  EXPECT_EQ(*words.data(), kPoisonWord);
}

TEST(HostBackend, MarksMeasureTheStream) {
  HostBackend backend;
  backend.mark(0);
  backend.mark(kMarks - 1);
  EXPECT_THROW(backend.elapsed_ms(0, kMarks - 1), std::logic_error);
  backend.synchronize();
  EXPECT_GE(backend.elapsed_ms(0, kMarks - 1), 0.0);
  EXPECT_THROW(backend.elapsed_ms(0, 1), std::logic_error);
  EXPECT_THROW(backend.mark(kMarks), std::logic_error);
}

__global__ void disagree_on_the_barrier() {
  if (threadIdx.x == 0)
    __syncthreads();
  else
    __syncthreads();
}

TEST(HostBackend, FailedTaskEndsTheStream) {
  HostBackend backend;
  std::uint64_t seen = 1;
  auto word = upload<std::uint64_t>(backend, {5});
  backend.launch(disagree_on_the_barrier, Grid{1, 2});
  backend.copy_to_host(&seen, word.data(), 1);
  EXPECT_THROW(backend.synchronize(), BarrierError);
  backend.synchronize();
  EXPECT_EQ(seen, 1U);
}

}  // namespace
}  // namespace ktour
