// The classes of eight_queens, private members included: the search is explained step by step in
// docs/eight-queens.md, and these are its steps.
#include "queen_board.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <vector>

namespace ktour::eight_queens {
namespace {

// An explicit instantiation may name private members: the only way to them that leaves the classes
// as they are.
template <class Tag, typename Tag::Member kMember>
struct Reveal {
  friend typename Tag::Member reveal(Tag) { return kMember; }
};
struct QueensTag {
  using Member = std::vector<Queen> Board::*;
  friend Member reveal(QueensTag);
};
struct PlaceTag {
  using Member = bool (Board::*)(int, int);
  friend Member reveal(PlaceTag);
};
struct AttackTag {
  using Member = bool (Board::*)(int, int);
  friend Member reveal(AttackTag);
};
struct SafeTag {
  using Member = bool (Board::*)(int&, int);
  friend Member reveal(SafeTag);
};
template struct Reveal<QueensTag, &Board::queens>;
template struct Reveal<PlaceTag, &Board::placeQueens>;
template struct Reveal<AttackTag, &Board::isUnderAttack>;
template struct Reveal<SafeTag, &Board::findNextSafeSquare>;

constexpr int kSide = Board::BOARD_SIZE;
using Rows = std::vector<int>;

std::vector<Queen>& queens_of(Board& board) { return board.*reveal(QueensTag{}); }
bool place_queens(Board& board, int row, int col) { return (board.*reveal(PlaceTag{}))(row, col); }
bool is_under_attack(Board& board, int row, int col) {
  return (board.*reveal(AttackTag{}))(row, col);
}
// The row of the next safe square, or -1.
int next_safe_row(Board& board, int row, int col) {
  return (board.*reveal(SafeTag{}))(row, col) ? row : -1;
}

Board board_with(const Rows& rows) {
  Board board;
  for (std::size_t col = 0; col < rows.size(); ++col) queens_of(board)[col].setRow(rows[col]);
  return board;
}
Rows rows_of(Board& board) {
  Rows rows;
  for (const Queen& queen : queens_of(board)) rows.push_back(queen.getRow());
  return rows;
}

TEST(Queen, KeepsItsRow) {
  Queen queen;
  for (int row = 0; row < kSide; ++row) {
    queen.setRow(row);
    EXPECT_EQ(queen.getRow(), row);
  }
}

TEST(EightQueens, ABoardHasAQueenInEveryColumn) {
  Board board;
  EXPECT_EQ(kSide, 8);
  EXPECT_EQ(rows_of(board), Rows(8, 0));
}

// The textbooks' first solution: 1 5 8 6 3 7 2 4, rows counted from 1.
TEST(EightQueens, FindsTheFirstSolution) {
  Board board;
  board.do8Queens();
  EXPECT_EQ(rows_of(board), (Rows{0, 4, 7, 5, 2, 6, 1, 3}));
}

TEST(EightQueens, ASolvedBoardIsSolvedAgain) {
  Board board;
  board.do8Queens();
  const Rows first = rows_of(board);
  board.do8Queens();
  EXPECT_EQ(rows_of(board), first);
}

TEST(EightQueens, NoQueenOfTheSolutionAttacksAnother) {
  Board board;
  board.do8Queens();
  const Rows rows = rows_of(board);
  for (int a = 0; a < kSide; ++a)
    for (int b = a + 1; b < kSide; ++b) {
      const int apart =
          std::abs(rows[static_cast<std::size_t>(a)] - rows[static_cast<std::size_t>(b)]);
      EXPECT_NE(apart, 0) << a << " and " << b;
      EXPECT_NE(apart, b - a) << a << " and " << b;
    }
}

//      0 1 2 3 4 5
//    0 Q - - - - x
//    1 - - - Q - x    The first five queens attack all of the sixth column: the fifth queen goes to
//    2 - Q - - - x    row 7, which does not help, and has no other square; the fourth goes to row 6,
//    3 - - - - Q x    and the fifth comes back to row 1.
//    4 - - Q - - x
TEST(EightQueens, StepsOfTheSearchUpToItsSecondRetreat) {
  Board board = board_with({0});
  EXPECT_EQ(next_safe_row(board, 0, 1), 2);
  board = board_with({0, 2});
  EXPECT_EQ(next_safe_row(board, 0, 2), 4);
  board = board_with({0, 2, 4});
  EXPECT_EQ(next_safe_row(board, 0, 3), 1);
  board = board_with({0, 2, 4, 1});
  EXPECT_EQ(next_safe_row(board, 0, 4), 3);
  board = board_with({0, 2, 4, 1, 3});
  EXPECT_EQ(next_safe_row(board, 0, 5), -1);
  EXPECT_EQ(next_safe_row(board, 4, 4), 7);
  board = board_with({0, 2, 4, 1, 7});
  EXPECT_EQ(next_safe_row(board, 0, 5), -1);
  EXPECT_EQ(next_safe_row(board, 8, 4), -1);
  EXPECT_EQ(next_safe_row(board, 2, 3), 6);
  board = board_with({0, 2, 4, 6});
  EXPECT_EQ(next_safe_row(board, 0, 4), 1);
}

TEST(EightQueens, TheFirstSquareLookedAtMayBeTheSafeOne) {
  Board board = board_with({0});
  EXPECT_EQ(next_safe_row(board, 5, 1), 5);
  EXPECT_EQ(next_safe_row(board, 7, 1), 7);
  EXPECT_EQ(next_safe_row(board, 8, 1), -1);
}

TEST(EightQueens, OnlyQueensOfEarlierColumnsAttack) {
  Board board = board_with({3, 3, 3, 3, 3, 3, 3, 3});
  for (int row = 0; row < kSide; ++row) {
    EXPECT_FALSE(is_under_attack(board, row, 0)) << row;
    EXPECT_EQ(is_under_attack(board, row, 1), row >= 2 && row <= 4) << row;
  }
}

TEST(EightQueens, AQueenAttacksItsRowAndBothDiagonals) {
  Board board = board_with({3});
  for (int row = 0; row < kSide; ++row)
    EXPECT_EQ(is_under_attack(board, row, 1), row >= 2 && row <= 4) << row;
  board = board_with({3, 7});
  // column 2: row 3 and the diagonals 1 and 5 of the first queen; row 7 and diagonal 6 of the second
  for (int row = 0; row < kSide; ++row)
    EXPECT_EQ(is_under_attack(board, row, 2),
              row == 1 || row == 3 || row == 5 || row == 6 || row == 7)
        << row;
}

// Every square of column 0 has a solution; below the last one there is none.
TEST(EightQueens, PlacesQueensFromAnyRowOfTheFirstColumn) {
  for (int row = 0; row < kSide; ++row) {
    Board board;
    ASSERT_TRUE(place_queens(board, row, 0)) << row;
    EXPECT_EQ(rows_of(board).front(), row);
  }
  Board board;
  EXPECT_FALSE(place_queens(board, 8, 0));
}

// With queens on rows 0 and 2 there is no solution (the 92 have none), and they stay where they are.
TEST(EightQueens, FailureLeavesEarlierQueensAlone) {
  Board board = board_with({0, 2});
  EXPECT_FALSE(place_queens(board, 0, 2));
  EXPECT_EQ(rows_of(board)[0], 0);
  EXPECT_EQ(rows_of(board)[1], 2);
}

TEST(EightQueens, AFullBoardIsTheBaseCase) {
  Board board = board_with({0, 4, 7, 5, 2, 6, 1, 3});
  EXPECT_TRUE(place_queens(board, 0, 8));
  EXPECT_EQ(rows_of(board), (Rows{0, 4, 7, 5, 2, 6, 1, 3}));
}

TEST(EightQueens, DisplaysTheBoard) {
  Board board;
  board.do8Queens();
  testing::internal::CaptureStdout();
  board.display();
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "Q - - - - - - -\n"
            "- - - - - - Q -\n"
            "- - - - Q - - -\n"
            "- - - - - - - Q\n"
            "- Q - - - - - -\n"
            "- - - Q - - - -\n"
            "- - - - - Q - -\n"
            "- - Q - - - - -\n");
}

}  // namespace
}  // namespace ktour::eight_queens
