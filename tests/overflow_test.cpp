// Arithmetic that does not fit stops the run; it never wraps.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "count.hpp"
#include "cpu_merge.hpp"
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
            saturating_add(kSaturated - 1, saturating_add(5, 5)));
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
