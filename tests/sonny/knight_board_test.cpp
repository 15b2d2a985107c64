// The board of one thread: the order of its moves, its copies, and memory that is refused.
#include "knight_board.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "memory_limit.hpp"

namespace ktour::sonny {
namespace {

// "1,2 3,4 " for the squares of `moves`, in order.
std::string shown(const Moves& moves) {
  std::string text;
  for (int move = 0; move < moves.count; ++move) {
    const Square& to = moves.to[static_cast<std::size_t>(move)];
    text += std::to_string(to.row) + "," + std::to_string(to.column) + " ";
  }
  return text;
}

//     . 2 . 3 .
//     1 . . . 4
//     . . S . .
//     8 . . . 5
//     . 7 . 6 .
TEST(SonnyBoard, MovesGoClockwiseFromOneUpTwoLeft) {
  const KnightBoard board(5, 5);
  ASSERT_TRUE(board.valid());
  EXPECT_EQ(shown(board.moves_from({2, 2})), "1,0 0,1 0,3 1,4 3,4 4,3 4,1 3,0 ");
}

TEST(SonnyBoard, MovesStayOnTheBoardAndOffVisitedSquares) {
  KnightBoard board(3, 4);
  EXPECT_EQ(shown(board.moves_from({0, 0})), "1,2 2,1 ");
  EXPECT_EQ(shown(board.moves_from({2, 3})), "1,1 0,2 ");
  board.visit({1, 2});
  EXPECT_EQ(shown(board.moves_from({0, 0})), "2,1 ");
}

TEST(SonnyBoard, ACopyIsIndependent) {
  KnightBoard board(3, 3);
  board.visit({0, 0});
  KnightBoard copy = board.duplicate();
  copy.visit({1, 2});
  EXPECT_TRUE(copy.visited(0, 0));
  EXPECT_TRUE(copy.visited(1, 2));
  EXPECT_FALSE(board.visited(1, 2));
}

TEST(SonnyBoard, MovingHandsTheMemoryOver) {
  KnightBoard board(3, 3);
  board.visit({2, 2});
  KnightBoard taken = std::move(board);
  EXPECT_TRUE(taken.visited(2, 2));
  taken.release();
  EXPECT_FALSE(taken.valid());
}

TEST(SonnyBoardDeathTest, RefusedMemoryLeavesAnInvalidBoard) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer needs the address space";
  EXPECT_EXIT(
      {
        limit_address_space(std::size_t{1} << 30);
        // The pointers of the first do not fit; one row of the second fits, two do not.
        const bool pointers_refused = !KnightBoard(2'000'000'000, 3).valid();
        const bool row_refused = !KnightBoard(3, 600'000'000).valid();
        _exit(pointers_refused && row_refused ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace ktour::sonny
