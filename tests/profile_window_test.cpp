// Questions to all squares of a window at once, against asking each square for itself.
#include "profile_window.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ktour {
namespace {

TEST(ProfileWindow, TalliesCountTheOpenSquaresAMoveAway) {
  std::mt19937_64 random(3);
  for (int rows = 1; rows <= Strip::kMostRows; ++rows)
    for (int columns = 1; rows * columns <= 54; ++columns) {
      const ProfileWindow window(rows, columns, 2);
      for (int trial = 0; trial < 20; ++trial) {
        const std::uint64_t open = random() & random();  // bits of apexes and beyond too
        const Tally tally = window.moves_to(open);
        for (int square = 0; square < rows * columns; ++square) {
          const int moves = popcount(window.moves(square) & open);
          EXPECT_EQ(tally.one >> square & 1, moves >= 1 ? 1U : 0U);
          EXPECT_EQ(tally.two >> square & 1, moves >= 2 ? 1U : 0U);
          EXPECT_EQ(tally.three >> square & 1, moves >= 3 ? 1U : 0U);
        }
      }
    }
}

TEST(ProfileWindow, TalliesCountWhatIsAddedAndSet) {
  Tally tally;
  for (const std::uint64_t mask : {0b11110U, 0b11100U, 0b11000U, 0b10000U}) tally.add(mask);
  tally.set(5, 2);
  tally.set(4, 0);
  EXPECT_EQ(tally.one, 0b101110U);
  EXPECT_EQ(tally.two, 0b101100U);
  EXPECT_EQ(tally.three, 0b001000U);
}

TEST(ProfileWindow, MasksMoveAndTurnAsTheirVerticesDo) {
  const ProfileWindow window(3, 4, 2);  // squares 0 to 11, apexes 12 and 13
  for (int vertex = 0; vertex < 14; ++vertex) {
    EXPECT_EQ(window.mirrored(bit(vertex)), bit(window.mirrored(vertex)));
    EXPECT_EQ(window.mirrored(window.mirrored(vertex)), vertex);
    if (vertex >= 3) {
      EXPECT_EQ(window.move_on(bit(vertex)), bit(window.move_on(vertex)));
    }
  }
  EXPECT_EQ(window.mirrored(4), 4);
  EXPECT_EQ(window.mirrored(3), 5);
  EXPECT_EQ(window.move_on(3), 0);
  EXPECT_EQ(window.move_on(12), 12);
}

}  // namespace
}  // namespace ktour
