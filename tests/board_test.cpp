// Squares, names, moves, symmetries and colours of boards.
#include "board.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "errors.hpp"

namespace ktour {
namespace {

TEST(Board, NumbersSquaresFromTheUpperLeft) {
  //  0  1  2  3      a3 b3 c3 d3
  //  4  5  6  7      a2 b2 c2 d2
  //  8  9 10 11      a1 b1 c1 d1
  const Board board(3, 4);
  EXPECT_EQ(board.area(), 12);
  EXPECT_EQ(board.chess_name(0), "a3");
  EXPECT_EQ(board.chess_name(6), "c2");
  EXPECT_EQ(board.chess_name(8), "a1");
  EXPECT_EQ(board.parse_square("0,0"), 0);
  EXPECT_EQ(board.parse_square("1,2"), 6);
  EXPECT_EQ(board.parse_square("d1"), 11);
}

TEST(Board, NamesColumnsPastZ) {
  const Board board(1, 64);
  EXPECT_EQ(board.chess_name(25), "z1");
  EXPECT_EQ(board.chess_name(26), "aa1");
  for (int square = 0; square < board.area(); ++square)
    EXPECT_EQ(board.parse_square(board.chess_name(square)), square);
}

TEST(Board, MovesAreAKnights) {
  const Board board(5, 5);
  // From the centre, 12, all eight; from the corner, 0, two.
  EXPECT_EQ(board.moves(12),
            bit(1) | bit(3) | bit(5) | bit(9) | bit(15) | bit(19) | bit(21) | bit(23));
  EXPECT_EQ(board.moves(0), bit(7) | bit(11));
}

TEST(Board, MovesGoBothWaysAndChangeColour) {
  for (const char* name : {"1x1", "1x64", "64x1", "2x7", "3x10", "8x8"}) {
    const Board board = Board::parse(name);
    for (int square = 0; square < board.area(); ++square)
      for (int target = 0; target < board.area(); ++target) {
        const bool there = (board.moves(square) >> target & 1) != 0;
        EXPECT_EQ(there, (board.moves(target) >> square & 1) != 0);
        if (!there) continue;
        EXPECT_NE(board.even_squares() >> square & 1, board.even_squares() >> target & 1);
      }
  }
}

// The knight's graph of m x n has 4mn - 6(m + n) + 8 edges for m, n >= 2 (count the eight jumps).
TEST(Board, HasTheKnownNumberOfMoves) {
  for (int rows = 2; rows <= 8; ++rows)
    for (int columns = 2; columns <= 8; ++columns) {
      const Board board(rows, columns);
      int moves = 0;
      for (int square = 0; square < board.area(); ++square) moves += popcount(board.moves(square));
      EXPECT_EQ(moves, 2 * (4 * rows * columns - 6 * (rows + columns) + 8)) << board.name();
    }
}

TEST(Board, MissingSquaresAreInNoMask) {
  const std::uint64_t missing = bit(4) | bit(8);
  const Board board = Board(3, 3).without(missing);
  EXPECT_EQ(board.squares(), 7);
  EXPECT_EQ(board.missing(), missing);
  EXPECT_EQ(board.moves(8), 0U);
  for (int square = 0; square < 9; ++square) EXPECT_EQ(board.moves(square) & missing, 0U);
  EXPECT_EQ(board.even_squares() & missing, 0U);
  EXPECT_EQ(board.name(), "3x3 without b2,c1");
}

TEST(Board, SymmetriesPermuteSquaresAndKeepMoves) {
  for (const auto& [name, symmetries] :
       std::initializer_list<std::pair<const char*, std::size_t>>{{"3x4", 4}, {"5x5", 8}}) {
    const Board board = Board::parse(name);
    const auto images = board.rectangle_symmetries();
    ASSERT_EQ(images.size(), symmetries);
    std::vector<int> identity(static_cast<std::size_t>(board.area()));
    std::iota(identity.begin(), identity.end(), 0);
    EXPECT_EQ(images.front(), identity);
    for (const auto& image : images) {
      EXPECT_TRUE(std::is_permutation(image.begin(), image.end(), identity.begin()));
      for (int square = 0; square < board.area(); ++square) {
        std::uint64_t mapped = 0;
        for (std::uint64_t rest = board.moves(square); rest != 0; rest &= rest - 1)
          mapped |= bit(image[static_cast<std::size_t>(lowest_bit(rest))]);
        EXPECT_EQ(mapped, board.moves(image[static_cast<std::size_t>(square)]));
      }
    }
  }
}

TEST(Board, RefusesWhatIsNoBoard) {
  for (const char* text : {"", "5", "x5", "5x", "0x5", "5x0", "-1x5", "5x5x5", "axb", "5 x5"})
    EXPECT_THROW(Board::parse(text), UsageError) << text;
  EXPECT_THROW(Board(1, 1, bit(0)), UsageError);
  EXPECT_THROW(Board(2, 2, bit(4)), UsageError);
}

TEST(Board, NamesTheModelThatWillTakeLargerBoards) {
  for (const char* text : {"5x13", "9x9", "65x1", "99999x99999"}) {
    try {
      Board::parse(text);
      FAIL() << text;
    } catch (const UsageError& error) {
      EXPECT_NE(std::string(error.what()).find("`ktour count` has a model"), std::string::npos);
    }
  }
}

TEST(Board, RefusesWhatIsNoSquare) {
  const Board board(3, 4);
  for (const char* text : {"", "a", "1", "e1", "a4", "a0", "3,0", "0,4", "-1,0", "1,2,3", "a1b"})
    EXPECT_THROW(board.parse_square(text), UsageError) << text;
}

}  // namespace
}  // namespace ktour
