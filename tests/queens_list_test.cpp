// The walk that lists solutions: all of them in lexicographic order, and of mirror images one.
#include "queens_list.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "queens_check.hpp"
#include "queens_symmetry.hpp"

namespace ktour {
namespace {

using Rows = std::vector<int>;

std::vector<Rows> listed(int queens, bool half = false) {
  std::vector<Rows> solutions;
  QueensWalk(queens, half, nullptr).run([&](std::span<const int> rows) {
    solutions.emplace_back(rows.begin(), rows.end());
    return true;
  });
  return solutions;
}

// Among all permutations, in their order.
std::vector<Rows> solutions_among_permutations(int queens) {
  std::vector<Rows> solutions;
  Rows rows(static_cast<std::size_t>(queens));
  std::iota(rows.begin(), rows.end(), 0);
  do {
    bool safe = true;
    for (std::size_t a = 0; a < rows.size(); ++a)
      for (std::size_t b = a + 1; b < rows.size(); ++b)
        safe = safe && std::abs(rows[a] - rows[b]) != static_cast<int>(b - a);
    if (safe) solutions.push_back(rows);
  } while (std::next_permutation(rows.begin(), rows.end()));
  return solutions;
}

TEST(QueensList, EverySolutionInOrder) {
  for (int queens = 1; queens <= 8; ++queens)
    EXPECT_EQ(listed(queens), solutions_among_permutations(queens)) << queens;
  EXPECT_EQ(listed(8).front(), (Rows{0, 4, 7, 5, 2, 6, 1, 3}));
}

TEST(QueensList, HalfIsTheFirstOfEachTwoMirrorImages) {
  for (int queens = 2; queens <= 9; ++queens) {
    std::vector<Rows> expected;
    for (const Rows& rows : listed(queens)) {
      Rows image = rows;
      for (int& row : image) row = queens - 1 - row;
      if (rows < image) expected.push_back(rows);
    }
    EXPECT_EQ(listed(queens, true), expected) << queens;
  }
  EXPECT_EQ(listed(1, true).size(), 1U);
}

TEST(QueensList, TheFirstOfItsImagesIsInTheHalf) {
  for (int queens = 1; queens <= 10; ++queens) {
    const std::vector<Rows> all = listed(queens);
    std::vector<Rows> fundamental;
    for (const Rows& rows : listed(queens, true))
      if (is_first_of_its_images(rows)) fundamental.push_back(rows);
    EXPECT_EQ(Count(fundamental.size()), published_queens(queens)->fundamental) << queens;
    EXPECT_EQ(
        std::ranges::count_if(all, [](const Rows& rows) { return is_first_of_its_images(rows); }),
        std::ssize(fundamental));
  }
}

TEST(QueensList, EndsWhereItIsTold) {
  int met = 0;
  QueensWalk(21, false, nullptr).run([&](std::span<const int>) { return ++met < 3; });
  EXPECT_EQ(met, 3);
  const std::atomic<bool> stop{true};
  EXPECT_THROW(QueensWalk(8, false, &stop).run([](std::span<const int>) { return true; }),
               Interrupted);
}

}  // namespace
}  // namespace ktour
