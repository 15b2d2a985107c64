// Fundamental solutions of the queens puzzle: by Burnside's lemma, and one by one.
#include "queens_symmetry.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "errors.hpp"
#include "queens_check.hpp"

namespace ktour {
namespace {

// Solutions among all permutations that a turn leaves as they are.
std::uint64_t invariant_permutations(Turn turn, int queens) {
  std::vector<int> rows(static_cast<std::size_t>(queens));
  std::iota(rows.begin(), rows.end(), 0);
  const auto at = [&](int column) { return rows[static_cast<std::size_t>(column)]; };
  std::uint64_t found = 0;
  do {
    bool counts = true;
    for (int a = 0; a < queens && counts; ++a) {
      for (int b = a + 1; b < queens; ++b) counts = counts && std::abs(at(a) - at(b)) != b - a;
      // A quarter turn takes the queen in row r of column c to row c of column n - 1 - r.
      counts = counts && (turn == Turn::kHalf ? at(queens - 1 - a) == queens - 1 - at(a)
                                              : at(queens - 1 - at(a)) == a);
    }
    found += counts ? 1U : 0U;
  } while (std::next_permutation(rows.begin(), rows.end()));
  return found;
}

TEST(QueensSymmetry, SolutionsThatATurnLeaves) {
  for (int queens = 1; queens <= 8; ++queens)
    for (const Turn turn : {Turn::kHalf, Turn::kQuarter})
      EXPECT_EQ(queens_invariant_under(turn, queens), invariant_permutations(turn, queens))
          << queens;
  EXPECT_EQ(queens_invariant_under(Turn::kQuarter, 12), 8U);  // OEIS A033148
  EXPECT_EQ(queens_invariant_under(Turn::kHalf, 12), 80U);    // OEIS A032522
}

TEST(QueensSymmetry, BacktrackingFindsAsManyFundamentalOnes) {
  for (int queens = 1; queens <= 11; ++queens) {
    const QueensFound found = backtrack_queens(queens);
    EXPECT_EQ(to_decimal(fundamental_queens(queens, found.all)), std::to_string(found.fundamental))
        << queens;
  }
}

// Two published tables and the lemma say the same, with nothing left over.
TEST(QueensSymmetry, PublishedValuesAgreeWithEachOther) {
  for (int queens = 2; queens <= 17; ++queens) {
    const auto published = published_queens(queens);
    ASSERT_TRUE(published.has_value());
    Count eightfold;
    for (int time = 0; time < 8; ++time) eightfold += published->fundamental;
    const Count fixed = queens_invariant_under(Turn::kHalf, queens) +
                        2 * queens_invariant_under(Turn::kQuarter, queens);
    EXPECT_EQ(to_decimal(published->all + fixed), to_decimal(eightfold)) << queens;
  }
  EXPECT_FALSE(published_queens(0).has_value());
  EXPECT_FALSE(published_queens(22).has_value());
}

TEST(QueensSymmetry, BacktrackingFindsThePublishedNumbers) {
  for (int queens = 1; queens <= 10; ++queens) {
    const QueensFound found = backtrack_queens(queens);
    const auto published = published_queens(queens);
    EXPECT_EQ(std::to_string(found.all), to_decimal(published->all)) << queens;
    EXPECT_EQ(std::to_string(found.fundamental), to_decimal(published->fundamental)) << queens;
  }
}

TEST(QueensSymmetry, BacktrackingStops) {
  const std::atomic<bool> stop{true};
  EXPECT_THROW(backtrack_queens(14, &stop), Interrupted);
}

TEST(QueensSymmetry, AWrongCountDoesNotPass) {
  EXPECT_TRUE(verify_queens(6, {4, 1}, true, nullptr).passed());
  EXPECT_EQ(verify_queens(6, {4, 1}, true, nullptr).comparisons.size(), 4U);
  EXPECT_FALSE(verify_queens(6, {5, 1}, true, nullptr).passed());
  EXPECT_FALSE(verify_queens(6, {4, 2}, false, nullptr).passed());
}

}  // namespace
}  // namespace ktour
