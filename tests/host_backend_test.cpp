// The host backend: its primitives against the standard algorithms, and that it is as late and as
// strict as a GPU.
#include "emulation/host_backend.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ktour {
namespace {

constexpr std::uint64_t kPoisonWord = 0xA5A5A5A5A5A5A5A5;

template <class T>
HostBackend::Array<T> upload(HostBackend& backend, const std::vector<T>& values) {
  auto array = backend.allocate<T>(values.size());
  backend.copy_to_device(array.data(), values.data(), values.size());
  backend.synchronize();
  return array;
}

template <class T>
std::vector<T> download(HostBackend& backend, const HostBackend::Array<T>& array) {
  std::vector<T> values(array.capacity());
  backend.copy_to_host(values.data(), array.data(), values.size());
  backend.synchronize();
  return values;
}

template <class T>
bool all_poison(const std::vector<T>& values) {
  return std::all_of(values.begin(), values.end(), [](T value) {
    return std::memcmp(&value, &kPoisonWord, std::min(sizeof value, sizeof kPoisonWord)) == 0;
  });
}

template <class State>
class HostBackendStates : public testing::Test {
 public:
  // States of all widths, many of them equal.
  static std::vector<State> random_states(std::uint64_t count, unsigned distinct) {
    std::mt19937_64 random(count + distinct);
    std::vector<State> palette(distinct);
    for (State& state : palette) {
      for (std::size_t part = 0; part < sizeof(State); part += 4)
        state = static_cast<State>(static_cast<State>(state << 16) << 16 |
                                   static_cast<std::uint32_t>(random()));
    }
    std::vector<State> states(count);
    for (State& state : states) state = palette[random() % distinct];
    return states;
  }

  static std::vector<Multiplicity> numbered(std::uint64_t count) {
    std::vector<Multiplicity> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0U);
    return numbers;
  }
};

using AllStates = testing::Types<std::uint32_t, std::uint64_t, Uint128>;
TYPED_TEST_SUITE(HostBackendStates, AllStates);

TYPED_TEST(HostBackendStates, SortsPairsByTheLowBits) {
  using State = TypeParam;
  constexpr int kWidth = static_cast<int>(8 * sizeof(State));
  for (const std::uint64_t count : {1U, 64U, 65U, 5000U}) {
    for (const int bits : {1, 8, 9, 17, 30, kWidth - 3, kWidth}) {
      HostBackend backend;
      backend.prepare<State>(count);
      const std::vector<State> states = this->random_states(count, 300);
      const std::vector<Multiplicity> numbers = this->numbered(count);
      std::array keys{upload(backend, states), upload(backend, states)};
      std::array values{upload(backend, numbers), upload(backend, numbers)};
      const bool moved = backend.sort_pairs(keys[0].data(), values[0].data(), keys[1].data(),
                                            values[1].data(), count, bits);

      std::vector<Multiplicity> expected = numbers;
      std::stable_sort(expected.begin(), expected.end(), [&](Multiplicity a, Multiplicity b) {
        const auto low = [&](Multiplicity i) {
          return static_cast<State>(states[i] << (kWidth - bits));
        };
        return low(a) < low(b);
      });
      EXPECT_EQ(download(backend, values[moved ? 1 : 0]), expected) << count << " by " << bits;
      const std::vector<State> sorted = download(backend, keys[moved ? 1 : 0]);
      for (std::uint64_t i = 0; i < count; ++i) ASSERT_TRUE(sorted[i] == states[expected[i]]);
      EXPECT_TRUE(all_poison(download(backend, keys[moved ? 0 : 1])));
      EXPECT_TRUE(all_poison(download(backend, values[moved ? 0 : 1])));
    }
  }
}

TYPED_TEST(HostBackendStates, SortEndsInEitherPair) {
  using State = TypeParam;
  HostBackend backend;
  backend.prepare<State>(1000);
  auto states = backend.allocate<State>(2000);
  auto multiplicities = backend.allocate<Multiplicity>(2000);
  const auto moved = [&](std::uint64_t count, int bits) {
    return backend.sort_pairs(states.data(), multiplicities.data(), states.data() + 1000,
                              multiplicities.data() + 1000, count, bits);
  };
  EXPECT_TRUE(moved(1000, 24));
  EXPECT_FALSE(moved(1000, 25));
  EXPECT_TRUE(moved(10, 25));
  EXPECT_FALSE(moved(0, 24));
}

TYPED_TEST(HostBackendStates, ReducesRunsOfEqualStates) {
  using State = TypeParam;
  for (const std::uint64_t count : {0U, 1U, 3U, 5000U}) {
    HostBackend backend;
    backend.prepare<State>(count);
    std::vector<State> states = this->random_states(count, 700);
    std::sort(states.begin(), states.end());
    const std::vector<Multiplicity> numbers = this->numbered(count);
    std::vector<State> expected_states;
    std::vector<Multiplicity> expected_multiplicities;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (i == 0 || states[i] != states[i - 1]) {
        expected_states.push_back(states[i]);
        expected_multiplicities.push_back(0);
      }
      expected_multiplicities.back() += numbers[i];
    }

    const auto device_states = upload(backend, states);
    const auto device_numbers = upload(backend, numbers);
    auto out_states = backend.template allocate<State>(count);
    auto out_multiplicities = backend.template allocate<Multiplicity>(count);
    auto out_count = backend.template allocate<unsigned long long>(1);
    backend.reduce_by_state(device_states.data(), device_numbers.data(), count, out_states.data(),
                            out_multiplicities.data(), out_count.data());
    const std::uint64_t runs = download(backend, out_count)[0];
    ASSERT_EQ(runs, expected_states.size());
    std::vector<State> reduced = download(backend, out_states);
    reduced.resize(runs);
    EXPECT_TRUE(reduced == expected_states);
    std::vector<Multiplicity> sums = download(backend, out_multiplicities);
    sums.resize(runs);
    EXPECT_EQ(sums, expected_multiplicities);
  }
}

TYPED_TEST(HostBackendStates, ReductionSaturates) {
  using State = TypeParam;
  HostBackend backend;
  backend.prepare<State>(6);
  const auto states = upload<State>(backend, {1, 1, 1, 2, 2, 3});
  const auto multiplicities = upload<Multiplicity>(
      backend, {kSaturated - 1, 1, 5, kSaturated / 2, kSaturated / 2, kSaturated});
  auto out_states = backend.template allocate<State>(6);
  auto out_multiplicities = backend.template allocate<Multiplicity>(6);
  auto out_count = backend.template allocate<std::uint64_t>(1);
  backend.reduce_by_state(states.data(), multiplicities.data(), 6, out_states.data(),
                          out_multiplicities.data(), out_count.data());
  std::vector<Multiplicity> sums = download(backend, out_multiplicities);
  sums.resize(3);
  EXPECT_EQ(sums, (std::vector<Multiplicity>{kSaturated, kSaturated - 1, kSaturated}));
}

TYPED_TEST(HostBackendStates, ScratchMustBePrepared) {
  using State = TypeParam;
  HostBackend backend;
  auto states = backend.allocate<State>(200);
  auto multiplicities = backend.allocate<Multiplicity>(200);
  auto counts = backend.allocate<std::uint32_t>(100);
  const auto sort = [&](std::uint64_t count) {
    backend.sort_pairs(states.data(), multiplicities.data(), states.data() + 100,
                       multiplicities.data() + 100, count, 8);
  };
  const auto reduce = [&](std::uint64_t count) {
    backend.reduce_by_state(states.data(), multiplicities.data(), count, states.data() + 100,
                            multiplicities.data() + 100, multiplicities.data() + 199);
  };
  const auto sum = [&](std::uint64_t count) {
    backend.exclusive_sum(counts.data(), multiplicities.data(), count);
  };
  EXPECT_THROW(sort(1), std::logic_error);
  EXPECT_THROW(reduce(1), std::logic_error);
  EXPECT_THROW(sum(1), std::logic_error);
  backend.prepare<std::array<State, 3>>(100);  // for states of another size
  EXPECT_THROW(sort(1), std::logic_error);
  backend.prepare<State>(99);
  EXPECT_NO_THROW(sort(99));
  EXPECT_NO_THROW(reduce(99));
  EXPECT_NO_THROW(sum(99));
  EXPECT_THROW(sort(100), std::logic_error);
  EXPECT_THROW(reduce(100), std::logic_error);
}

TEST(HostBackend, ExclusiveSumIsWide) {
  HostBackend backend;
  for (const std::uint64_t count : {1U, 2U, 1000U, 70000U}) {
    backend.prepare<std::uint32_t>(count);
    std::vector<std::uint32_t> counts(count);
    for (std::uint64_t i = 0; i < count; ++i)
      counts[i] = static_cast<std::uint32_t>(0xfffff000U + i % 100);
    std::vector<std::uint64_t> expected(count);
    std::exclusive_scan(counts.begin(), counts.end(), expected.begin(), std::uint64_t{0});
    const auto in = upload(backend, counts);
    auto out = backend.allocate<std::uint64_t>(count);
    backend.exclusive_sum(in.data(), out.data(), count);
    EXPECT_EQ(download(backend, out), expected) << count;
  }
}

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
