// The block emulator against what CUDA promises: barriers, shared memory and atomics, and what
// it must refuse. Warp operations have a file of their own.
#include "emulation/block_emulator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "emulation/fiber.hpp"

namespace ktour {
namespace {

constexpr unsigned kAllLanes = ~0U;

__device__ unsigned global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void __launch_bounds__(256) visit(unsigned* visits, unsigned items) {
  for (unsigned i = global_index(); i < items; i += gridDim.x * blockDim.x) ++visits[i];
}

TEST(BlockEmulator, GridStrideLoopVisitsEveryItemOnce) {
  for (const unsigned items : {0U, 1U, 100U, 5000U}) {
    std::vector<unsigned> visits(items);
    emulate(visit, Grid{5, 96, 0}, visits.data(), items);
    EXPECT_EQ(visits, std::vector<unsigned>(items, 1)) << items;
  }
}

// A block reverses its part of `values` through shared memory, `rounds` times.
template <class T>
__global__ void reverse_blocks(T* values, int rounds) {
  __shared__ T staged[128];
  for (int round = 0; round < rounds; ++round) {
    staged[threadIdx.x] = values[global_index()];
    __syncthreads();
    values[global_index()] = staged[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
  }
}

TEST(BlockEmulator, BarriersSeparateWritesFromReadsOfSharedMemory) {
  std::vector<std::uint64_t> values(3 * 128);
  std::iota(values.begin(), values.end(), 0U);
  emulate(reverse_blocks<std::uint64_t>, Grid{3, 128, 0}, values.data(), 7);
  for (unsigned i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], i / 128 * 128 + 127 - i % 128);
}

__global__ void sum_blocks(const unsigned* values, unsigned items, unsigned long long* sum) {
  __shared__ unsigned long long by_warp[8];
  unsigned long long mine = 0;
  for (unsigned i = global_index(); i < items; i += gridDim.x * blockDim.x) mine += values[i];
  for (unsigned distance = 16; distance > 0; distance /= 2)
    mine += __shfl_down_sync(kAllLanes, mine, distance);
  if (threadIdx.x % 32 == 0) by_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x >= 32) return;
  mine = threadIdx.x < blockDim.x / 32 ? by_warp[threadIdx.x] : 0;
  for (int distance = 4; distance > 0; distance /= 2)
    mine += __shfl_xor_sync(kAllLanes, mine, distance);
  if (threadIdx.x == 0) atomicAdd(sum, mine);
}

TEST(BlockEmulator, BlockReductionIsTheSameForEverySeed) {
  std::vector<unsigned> values(10000);
  std::iota(values.begin(), values.end(), 4000000000U);
  const auto expected = std::accumulate(values.begin(), values.end(), 0ULL);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    unsigned long long sum = 0;
    emulate(seed, sum_blocks, Grid{4, 256, 0}, values.data(), 10000, &sum);
    EXPECT_EQ(sum, expected) << "seed " << seed;
  }
}

__global__ void first_come(unsigned* ticket, unsigned* order) {
  order[atomicAdd(ticket, 1)] = global_index();
}

std::vector<unsigned> arrivals(std::uint64_t seed) {
  unsigned ticket = 0;
  std::vector<unsigned> order(3 * 64);
  emulate(seed, first_come, Grid{3, 64, 0}, &ticket, order.data());
  return order;
}

TEST(BlockEmulator, SeedDrawsTheOrderOfBlocksAndThreads) {
  std::vector<unsigned> ascending(3 * 64);
  std::iota(ascending.begin(), ascending.end(), 0U);
  std::vector<unsigned> sorted = arrivals(kDefaultSeed);
  EXPECT_NE(sorted, ascending);
  EXPECT_EQ(arrivals(1), arrivals(1));
  EXPECT_NE(arrivals(1), arrivals(2));
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, ascending);
}

__global__ void use_dynamic_shared(unsigned bytes, unsigned* poisoned, unsigned* sums) {
  unsigned char* const shared = dynamic_shared();
  if (threadIdx.x == 0)
    for (unsigned i = 0; i < bytes; ++i) poisoned[blockIdx.x] += shared[i] == kPoisonByte ? 1U : 0U;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < bytes; i += blockDim.x)
    shared[i] = static_cast<unsigned char>(i % 100);
  __syncthreads();
  if (threadIdx.x == 5)
    for (unsigned i = 0; i < bytes; ++i) sums[blockIdx.x] += shared[i];
}

TEST(BlockEmulator, DynamicSharedMemoryIsPoisonedForEachBlock) {
  std::array<unsigned, 4> poisoned{};
  std::array<unsigned, 4> sums{};
  emulate(use_dynamic_shared, Grid{4, 32, 0}.with_shared(1000), 1000, poisoned.data(), sums.data());
  for (unsigned block = 0; block < 4; ++block) {
    EXPECT_EQ(poisoned[block], 1000U);
    EXPECT_EQ(sums[block], 10U * 99 * 100 / 2);
  }
}

__global__ void report_alignment(std::uintptr_t* address) {
  *address = reinterpret_cast<std::uintptr_t>(dynamic_shared());
}

TEST(BlockEmulator, DynamicSharedMemoryIsAligned) {
  for (const std::uint64_t bytes : {1U, 24U, 4097U}) {
    std::uintptr_t address = 0;
    emulate(report_alignment, Grid{1, 1, bytes}, &address);
    EXPECT_EQ(address % 16, 0U);
  }
}

struct Words {
  int sum = 0;
  unsigned bits = 0;
  unsigned long long most = 0;
  int least = 0;
  unsigned long long swaps = 0;
};

__global__ void use_atomics(Words* words) {
  const unsigned i = global_index();
  atomicAdd(&words->sum, i % 2 == 0 ? 3 : -2);
  atomicOr(&words->bits, 1U << (i % 32));
  atomicMax(&words->most, static_cast<unsigned long long>(i) << 32);
  atomicMin(&words->least, -static_cast<int>(i));
  for (unsigned long long seen = 0;;) {
    const unsigned long long old = atomicCAS(&words->swaps, seen, seen + i);
    if (old == seen) break;
    seen = old;
  }
}

TEST(BlockEmulator, AtomicsWorkAcrossBlocks) {
  Words words;
  emulate(use_atomics, Grid{4, 64, 0}, &words);
  EXPECT_EQ(words.sum, 128);
  EXPECT_EQ(words.bits, kAllLanes);
  EXPECT_EQ(words.most, 255ULL << 32);
  EXPECT_EQ(words.least, -255);
  EXPECT_EQ(words.swaps, 255U * 256 / 2);
}

__global__ void return_old_values(unsigned* word, unsigned* old) {
  old[0] = atomicAdd(word, 5);
  old[1] = atomicOr(word, 2);
  old[2] = atomicMax(word, 6);
  old[3] = atomicMin(word, 1);
  old[4] = atomicCAS(word, 0, 9);
}

TEST(BlockEmulator, AtomicsReturnTheOldValue) {
  unsigned word = 0;
  std::array<unsigned, 5> old{};
  emulate(return_old_values, Grid{1, 1, 0}, &word, old.data());
  EXPECT_EQ(old, (std::array<unsigned, 5>{0, 5, 7, 7, 1}));
  EXPECT_EQ(word, 1U);
}

__global__ void some_leave_early(unsigned live, unsigned* passed) {
  if (threadIdx.x >= live) return;
  __syncthreads();
  atomicAdd(passed, 1);
  __syncthreads();
  atomicAdd(passed, 1);
}

TEST(BlockEmulator, BarriersDoNotWaitForThreadsThatReturned) {
  unsigned passed = 0;
  emulate(some_leave_early, Grid{2, 96, 0}, 37, &passed);
  EXPECT_EQ(passed, 2U * 2 * 37);
}

__global__ void split_barrier() {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
}
__global__ void skip_one_round() {
  for (unsigned round = 0; round < (threadIdx.x == 3 ? 1U : 2U); ++round) __syncthreads();
  __syncthreads();
}
__global__ void barrier_against_vote() {
  if (threadIdx.x == 0)
    __syncthreads();
  else
    __any_sync(kAllLanes, 1);
}
__global__ void different_masks() { __syncwarp(threadIdx.x == 0 ? 3U : 7U); }
__global__ void outside_own_mask() { __syncwarp(1); }

template <class... Parameters>
std::string barrier_error(void (*kernel)(Parameters...), unsigned threads) {
  try {
    emulate(kernel, Grid{2, threads, 0});
  } catch (const BarrierError& error) {
    return error.what();
  }
  return "";
}

TEST(BlockEmulator, DivergentBarriersAreRefused) {
  EXPECT_NE(barrier_error(split_barrier, 64), "");
  EXPECT_EQ(barrier_error(split_barrier, 32), "");
  EXPECT_NE(barrier_error(skip_one_round, 64), "");
  EXPECT_NE(barrier_error(barrier_against_vote, 32), "");
  EXPECT_NE(barrier_error(different_masks, 3), "");
  EXPECT_NE(barrier_error(outside_own_mask, 2), "");
}

TEST(BlockEmulator, ErrorSaysWhoWaitsWhere) {
  const std::string message = barrier_error(split_barrier, 96);
  EXPECT_NE(message.find(" is stuck: 32 threads (0 the first) wait in __syncthreads at "
                         "block_emulator_test.cpp:"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find(" 64 threads (32 the first) wait in "), std::string::npos) << message;
}

__global__ void throw_in_a_thread() {
  __syncthreads();
  if (threadIdx.x == 20) throw std::runtime_error("from a kernel");
  __syncthreads();
}

TEST(BlockEmulator, WhatAKernelThrowsEndsTheLaunch) {
  EXPECT_THROW(emulate(throw_in_a_thread, Grid{2, 64, 0}), std::runtime_error);
  unsigned passed = 0;
  emulate(some_leave_early, Grid{1, 64, 0}, 64, &passed);
  EXPECT_EQ(passed, 128U);
}

// As large as a model, passed by value, and each thread's own to change.
struct LargeModel {
  std::array<std::uint64_t, 70> words{};
};

__global__ void change_parameters(LargeModel model, const std::uint64_t* start, std::uint64_t count,
                                  bool twice, std::uint64_t* out) {
  model.words[69] += threadIdx.x * (twice ? 2U : 1U);
  __syncthreads();
  out[threadIdx.x] = model.words[69] + *start + count;
}

TEST(BlockEmulator, ArgumentsAreConvertedAndCopiedForEachThread) {
  LargeModel model;
  model.words[69] = 1000;
  std::uint64_t start = 100000;
  std::array<std::uint64_t, 64> out{};
  emulate(change_parameters, Grid{1, 64, 0}, model, &start, 7U, 1, out.data());
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], 101007U + 2 * i);
}

__global__ void do_nothing() {}
__global__ void launch_another() { emulate(do_nothing, Grid{1, 1, 0}); }

TEST(BlockEmulator, RefusesWhatAGpuWouldRefuse) {
  EXPECT_THROW(emulate(do_nothing, Grid{0, 32, 0}), std::invalid_argument);
  EXPECT_THROW(emulate(do_nothing, Grid{1, 0, 0}), std::invalid_argument);
  EXPECT_THROW(emulate(do_nothing, Grid{1, 1025, 0}), std::invalid_argument);
  EXPECT_THROW(emulate(do_nothing, Grid{1, 32, kMaxSharedBytes + 1}), std::invalid_argument);
  EXPECT_THROW(emulate(launch_another, Grid{1, 1, 0}), std::logic_error);
  emulate(do_nothing, Grid{1, 1024, kMaxSharedBytes});
}

__global__ void forget_the_barrier(unsigned* out) {
  __shared__ unsigned staged[64];
  staged[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = staged[threadIdx.x ^ 1];
}

TEST(BlockEmulatorDeathTest, ThreadSanitizerSeesAMissingBarrier) {
  if (!kSeesRaces) GTEST_SKIP() << "not compiled with ThreadSanitizer";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  std::array<unsigned, 64> out{};
  EXPECT_DEATH(
      {
        emulate(forget_the_barrier, Grid{1, 64, 0}, out.data());
        std::exit(0);  // ThreadSanitizer makes it 66
      },
      "data race");
}

}  // namespace
}  // namespace ktour
