// The primitives of the host backend against the standard algorithms, for every word that states
// are made of.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "emulation/host_backend.hpp"
#include "emulation/transfer.hpp"

namespace ktour {
namespace {

template <class T>
bool all_poison(const std::vector<T>& values) {
  return std::all_of(values.begin(), values.end(), [](T value) {
    std::array<unsigned char, sizeof value> bytes;
    std::memcpy(bytes.data(), &value, sizeof value);
    return std::all_of(bytes.begin(), bytes.end(), [](auto byte) { return byte == kPoisonByte; });
  });
}

template <class State>
class HostPrimitives : public testing::Test {
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
TYPED_TEST_SUITE(HostPrimitives, AllStates);

TYPED_TEST(HostPrimitives, SortsPairsByTheLowBits) {
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

TYPED_TEST(HostPrimitives, SortEndsInEitherPair) {
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

TYPED_TEST(HostPrimitives, ReducesRunsOfEqualStates) {
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

TYPED_TEST(HostPrimitives, ReductionSaturates) {
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

TYPED_TEST(HostPrimitives, ScratchMustBePrepared) {
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

TEST(HostPrimitivesSum, ExclusiveSumIsWide) {
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

}  // namespace
}  // namespace ktour
