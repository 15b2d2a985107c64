// Arithmetic that does not fit stops the run; it never wraps.
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "count.hpp"
#include "cpu_merge.hpp"
#include "emulation/host_backend.hpp"
#include "level_steps.hpp"
#include "wide.hpp"

namespace ktour {
namespace {

// Merges one state from two runs with these multiplicities.
std::pair<Multiplicity, bool> merged(Multiplicity a, Multiplicity b) {
  MergeArena<std::uint32_t> arena;
  arena.reset(2, 2);
  for (const Multiplicity multiplicity : {a, b}) {
    arena.states()[0] = 7;
    arena.multiplicities()[0] = multiplicity;
    arena.close_run(1);
  }
  std::uint32_t state = 0;
  Multiplicity sum = 0;
  bool overflow = false;
  EXPECT_EQ(arena.merge_into(&state, &sum, overflow), 1U);
  EXPECT_EQ(state, 7U);
  return {sum, overflow};
}

TEST(Overflow, MergeSaysWhenAMultiplicityDoesNotFit) {
  EXPECT_EQ(merged(1, 2), std::pair(Multiplicity{3}, false));
  EXPECT_EQ(merged(kSaturated - 2, 1), std::pair(kSaturated - 1, false));
  EXPECT_TRUE(merged(kSaturated - 1, 1).second);  // the reserved value itself
  EXPECT_TRUE(merged(kSaturated - 1, 2).second);
  EXPECT_TRUE(merged(kSaturated - 1, kSaturated - 1).second);
}

TEST(Overflow, SaturatingAddIsAssociativeAtTheEdge) {
  EXPECT_EQ(saturating_add(kSaturated - 1, 1), kSaturated);
  EXPECT_EQ(saturating_add(kSaturated, 1), kSaturated);
  EXPECT_EQ(saturating_add(saturating_add(kSaturated - 1, 5), 5),
            saturating_add(kSaturated - 1, saturating_add(Multiplicity{5}, 5)));
}

TEST(Overflow, WideMultiplicitiesSaturateToo) {
  constexpr Uint128 kMost = ~Uint128{0};
  EXPECT_TRUE(saturating_add(Uint128{kSaturated}, 1) == Uint128{1} << 64);
  EXPECT_TRUE(saturating_add(kMost - 2, 1) == kMost - 1);
  EXPECT_TRUE(is_saturated(saturating_add(kMost - 1, 7)));
  EXPECT_TRUE(is_saturated(saturating_add(kMost, 1)));
  EXPECT_FALSE(is_saturated(Uint128{kSaturated}));
}

// More of them than 128 bits hold, from what the device adds up digit by digit.
TEST(Overflow, SumsOfDigitsBecomeOneCount) {
  constexpr Counter kMost = ~Counter{0};
  EXPECT_EQ(from_digit_sums(std::array<Counter, 2>{}), Count());
  EXPECT_EQ(from_digit_sums(std::array<Counter, 2>{5, 7}), Count((Uint128{7} << 32) + 5));
  EXPECT_EQ(from_digit_sums(std::array<Counter, 2>{kMost, kMost}),
            Count(kMost) + Count(Uint128{kMost} << 32));
  // (2^64 - 1) * (1 + 2^32 + 2^64 + 2^96)
  EXPECT_EQ(to_decimal(from_digit_sums(std::array<Counter, 4>{kMost, kMost, kMost, kMost})),
            "1461501637671185285124623296179657627083405787135");
}

TEST(Overflow, TotalsGrowPast128Bits) {
  const std::string most = "340282366920938463463374607431768211455";
  const Count total = Count(~Uint128{0}) + 1;
  EXPECT_EQ(to_decimal(~Uint128{0}), most);
  EXPECT_EQ(to_decimal(total), "340282366920938463463374607431768211456");
  EXPECT_TRUE(total > Count(~Uint128{0}));
  EXPECT_EQ(to_decimal(total + total), "680564733841876926926749214863536422912");
  EXPECT_EQ(to_decimal(total.half()), "170141183460469231731687303715884105728");
  EXPECT_EQ(total.approximately(), 0x1p128);
  EXPECT_TRUE(Count::from_decimal(most) == Count(~Uint128{0}));
}

TEST(Overflow, DecimalTotalsAreReadBack) {
  for (const std::string text :
       {"0", "9", "999999999999999999", "1000000000000000000", "18446744073709551615",
        "18446744073709551616", "680564733841876926926749214863536422912"}) {
    const std::optional<Count> count = Count::from_decimal(text);
    ASSERT_TRUE(count) << text;
    EXPECT_EQ(to_decimal(*count), text);
  }
  for (const char* text : {"", "-1", "12a", " 1"}) EXPECT_FALSE(Count::from_decimal(text)) << text;
  EXPECT_EQ(to_decimal(Count(7).half()), "3");
  EXPECT_EQ(to_decimal(Count(1).half()), "0");
}

}  // namespace
}  // namespace ktour
