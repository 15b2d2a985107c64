// The warp operations of the block emulator against the definitions of the CUDA programming guide:
// shuffles within groups of lanes, votes, masks, and the warp's barrier.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "emulation/block_emulator.hpp"

namespace ktour {
namespace {

constexpr unsigned kAllLanes = ~0U;

template <class T>
__global__ void shuffle_all_ways(int width, T* from, T* up, T* down, T* across) {
  const T mine = static_cast<T>(threadIdx.x) + static_cast<T>(0.5);
  from[threadIdx.x] = __shfl_sync(kAllLanes, mine, 35, width);
  up[threadIdx.x] = __shfl_up_sync(kAllLanes, mine, 3, width);
  down[threadIdx.x] = __shfl_down_sync(kAllLanes, mine, 3, width);
  across[threadIdx.x] = __shfl_xor_sync(kAllLanes, mine, 5, width);
}

template <class T>
void expect_shuffles(unsigned width) {
  constexpr unsigned kThreads = 64;
  std::array<std::array<T, kThreads>, 4> results{};
  emulate(shuffle_all_ways<T>, Grid{1, kThreads, 0}, width, results[0].data(), results[1].data(),
          results[2].data(), results[3].data());
  for (unsigned i = 0; i < kThreads; ++i) {
    const unsigned group = i / width * width;
    const unsigned offset = i % width;
    // Lanes of a lower group may be reached across, those of a higher one not.
    const unsigned across =
        (offset ^ 5) < width ? group + (offset ^ 5) : (i % 32 ^ 5) + i / 32 * 32;
    const std::array<unsigned, 4> sources{group + 35 % width, offset < 3 ? i : i - 3,
                                          offset + 3 >= width ? i : i + 3,
                                          across >= group + width ? i : across};
    for (std::size_t way = 0; way < sources.size(); ++way)
      EXPECT_EQ(results[way][i], static_cast<T>(sources[way]) + static_cast<T>(0.5))
          << "width " << width << ", thread " << i << ", shuffle " << way;
  }
}

TEST(BlockEmulatorWarp, ShufflesMoveWordsOfEveryType) {
  for (const unsigned width : {32U, 16U, 4U, 1U}) {
    expect_shuffles<int>(width);
    expect_shuffles<std::uint64_t>(width);
    expect_shuffles<double>(width);
  }
}

__global__ void vote(unsigned* ballots, int* any, int* all) {
  const bool odd = threadIdx.x % 2 != 0;
  ballots[threadIdx.x] = __ballot_sync(kAllLanes, odd);
  any[threadIdx.x] = __any_sync(kAllLanes, threadIdx.x == 40);
  all[threadIdx.x] = __all_sync(kAllLanes, threadIdx.x != 40);
}

// 48 threads: the second warp has 16 lanes only.
TEST(BlockEmulatorWarp, VotesCountTheLanesThatExist) {
  std::array<unsigned, 48> ballots{};
  std::array<int, 48> any{};
  std::array<int, 48> all{};
  emulate(vote, Grid{1, 48, 0}, ballots.data(), any.data(), all.data());
  for (unsigned i = 0; i < 48; ++i) {
    EXPECT_EQ(ballots[i], i < 32 ? 0xAAAAAAAAU : 0xAAAAU);
    EXPECT_EQ(any[i], i < 32 ? 0 : 1);
    EXPECT_EQ(all[i], i < 32 ? 1 : 0);
  }
}

__global__ void halves_apart(unsigned* sums) {
  const bool low = threadIdx.x < 16;
  unsigned sum = threadIdx.x;
  // The halves of the warp take different numbers of steps.
  for (int distance = low ? 8 : 2; distance > 0; distance /= 2)
    sum += __shfl_xor_sync(low ? 0xFFFFU : 0xFFFF0000U, sum, distance);
  sums[threadIdx.x] = sum;
}

TEST(BlockEmulatorWarp, MasksSplitAWarp) {
  std::array<unsigned, 32> sums{};
  emulate(halves_apart, Grid{1, 32, 0}, sums.data());
  for (unsigned i = 0; i < 32; ++i) EXPECT_EQ(sums[i], i < 16 ? 15U * 16 / 2 : 4 * (i / 4 * 4) + 6);
}

__global__ void read_a_lane_that_left(unsigned* seen) {
  if (threadIdx.x == 7) return;
  seen[threadIdx.x] = __shfl_sync(kAllLanes, threadIdx.x, 7);
}

TEST(BlockEmulatorWarp, ShuffleFromALaneThatReturnedIsPoison) {
  std::array<unsigned, 32> seen{};
  emulate(read_a_lane_that_left, Grid{1, 32, 0}, seen.data());
  EXPECT_EQ(seen[0], 0xA5A5A5A5U);
}

__global__ void pass_through_shared(unsigned* out) {
  __shared__ unsigned staged[64];
  staged[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = staged[threadIdx.x ^ 1];
}

TEST(BlockEmulatorWarp, WarpBarrierOrdersSharedMemory) {
  std::array<unsigned, 64> out{};
  emulate(pass_through_shared, Grid{2, 64, 0}, out.data());
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(out[i], i ^ 1);
}

}  // namespace
}  // namespace ktour
