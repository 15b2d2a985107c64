// Arithmetic that does not fit stops the run; it never wraps.
#include <gtest/gtest.h>

#include "cpu_merge.hpp"
#include "errors.hpp"
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

TEST(Overflow, TotalsAreChecked) {
  const Uint128 most = ~Uint128{0};
  EXPECT_TRUE(checked_add(most - 1, 1) == most);
  EXPECT_THROW(checked_add(most, 1), SpaceError);
  EXPECT_EQ(to_decimal(most), "340282366920938463463374607431768211455");
  EXPECT_EQ(to_decimal(0), "0");
}

}  // namespace
}  // namespace ktour
