// The backtracker of the benchmarks finds the known numbers of directed open tours (On-Line
// Encyclopedia of Integer Sequences: A079137 for four rows, counted undirected there, and A165134
// for 5 x 5) and visits as many partial tours as there are.
#include "backtracker.hpp"

#include <gtest/gtest.h>

#include "board.hpp"

namespace ktour {
namespace {

// Partial tours that begin with `endpoint` on these unvisited squares.
std::uint64_t partial_tours(const Board& board, int endpoint, std::uint64_t unvisited) {
  std::uint64_t count = 1;
  for (std::uint64_t next = board.moves(endpoint) & unvisited; next != 0; next &= next - 1)
    count += partial_tours(board, lowest_bit(next), unvisited & ~bit(lowest_bit(next)));
  return count;
}

std::uint64_t partial_tours(const Board& board) {
  std::uint64_t count = 0;
  for (int start = 0; start < board.area(); ++start)
    if (board.has(start)) count += partial_tours(board, start, board.present() & ~bit(start));
  return count;
}

TEST(Backtracker, CountsKnownTours) {
  EXPECT_EQ(backtrack_open_tours(Board(3, 4), nullptr), 16U);
  EXPECT_EQ(backtrack_open_tours(Board(4, 5), nullptr), 164U);
  EXPECT_EQ(backtrack_open_tours(Board(5, 5), nullptr), 1728U);
}

TEST(Backtracker, CountsBoardsTooSmallForAnOpening) {
  EXPECT_EQ(backtrack_open_tours(Board(1, 1), nullptr), 1U);
  EXPECT_EQ(backtrack_open_tours(Board(1, 5), nullptr), 0U);
  // Two squares a move apart, the other four missing.
  EXPECT_EQ(backtrack_open_tours(Board(2, 3, 0b011110), nullptr), 2U);
}

TEST(Backtracker, VisitsEveryPartialTour) {
  for (const Board& board :
       {Board(1, 1), Board(1, 5), Board(2, 3), Board(3, 4), Board(4, 5), Board(3, 3, bit(4))}) {
    std::uint64_t nodes = 0;
    backtrack_open_tours(board, &nodes);
    EXPECT_EQ(nodes, partial_tours(board)) << board.name();
  }
}

}  // namespace
}  // namespace ktour
