// Boards of the sliding puzzle: slides, which arrangements can be solved, random ones, and what the
// reader of boards says.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "errors.hpp"
#include "slide/tile_board.hpp"
#include "slide_distances.hpp"

namespace ktour {
namespace {

//      8 1 3
//      4 . 2      a slide is the way of a tile: up brings the 6 up
//      7 6 5
TEST(TileBoard, SlidesAreTheWaysOfTiles) {
  const TileBoard board = TileBoard::parse("8 1 3 4 0 2 7 6 5");
  const auto after = [&](Slide slide) {
    TileBoard next = board;
    next.slide(slide);
    return next.text();
  };
  EXPECT_EQ(after(Slide::kUp), "8 1 3 4 6 2 7 0 5");
  EXPECT_EQ(after(Slide::kDown), "8 0 3 4 1 2 7 6 5");
  EXPECT_EQ(after(Slide::kLeft), "8 1 3 4 2 0 7 6 5");
  EXPECT_EQ(after(Slide::kRight), "8 1 3 0 4 2 7 6 5");
}

TEST(TileBoard, InverseSlidesUndo) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 100; ++round) {
    const TileBoard board = TileBoard::random({3, 4}, random);
    for (const Slide slide : kSlides) {
      TileBoard moved = board;
      if (!moved.legal(slide)) continue;
      moved.slide(slide);
      EXPECT_NE(moved, board);
      ASSERT_TRUE(moved.legal(inverse(slide)));
      moved.slide(inverse(slide));
      EXPECT_EQ(moved, board);
    }
  }
}

TEST(TileBoard, NoTileComesFromBeyondTheEdge) {
  const TileBoard solved({2, 3});
  EXPECT_TRUE(solved.solved());
  EXPECT_FALSE(solved.legal(Slide::kUp));
  EXPECT_FALSE(solved.legal(Slide::kLeft));
  EXPECT_TRUE(solved.legal(Slide::kDown));
  EXPECT_TRUE(solved.legal(Slide::kRight));
  const TileBoard opposite = TileBoard::parse("0 1 2 3 4 5", {2, 3});
  EXPECT_FALSE(opposite.legal(Slide::kDown));
  EXPECT_FALSE(opposite.legal(Slide::kRight));
}

// The parity says "solvable" of exactly those arrangements that slides reach.
TEST(TileBoard, ParityTellsWhatSlidesReach) {
  for (const TileShape shape : {TileShape{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}}) {
    SCOPED_TRACE(shape.text());
    std::set<std::string> reached;
    for (const DistantBoard& board : all_distances(shape)) reached.insert(board.board.text());
    std::vector<int> tiles;
    for (int tile = 0; tile < shape.squares(); ++tile) tiles.push_back(tile);
    std::size_t arrangements = 0;
    do {
      std::string text;
      for (const int tile : tiles) text += std::to_string(tile) + " ";
      const TileBoard board = TileBoard::parse(text, shape);
      EXPECT_EQ(board.solvable(), reached.count(board.text()) == 1) << text;
      ++arrangements;
    } while (std::ranges::next_permutation(tiles).found);
    EXPECT_EQ(arrangements, 2 * reached.size());
  }
}

TEST(TileBoard, EveryBoardThatSlidesReachOn3x3IsSolvable) {
  const std::vector<DistantBoard> boards = all_distances({3, 3});
  ASSERT_EQ(boards.size(), 181'440U);  // 9! / 2
  EXPECT_EQ(boards.back().distance, 31);
  for (const DistantBoard& board : boards) EXPECT_TRUE(board.board.solvable());
}

TEST(TileBoard, TwoTilesThatChangePlacesMakeItUnsolvable) {
  std::mt19937_64 random(7);
  for (const TileShape shape : {TileShape{3, 3}, {4, 4}, {3, 4}})
    for (int round = 0; round < 50; ++round) {
      const std::string text = " " + TileBoard::random(shape, random).text() + " ";
      std::string swapped = text;
      swapped.replace(text.find(" 1 "), 3, " x ");
      swapped.replace(text.find(" 2 "), 3, " 1 ");
      swapped.replace(swapped.find(" x "), 3, " 2 ");
      EXPECT_TRUE(TileBoard::parse(text, shape).solvable()) << text;
      EXPECT_FALSE(TileBoard::parse(swapped, shape).solvable()) << swapped;
    }
}

TEST(TileBoard, RandomBoardsAreTheSameForTheSameSeed) {
  std::mt19937_64 random(1);
  EXPECT_EQ(TileBoard::random({3, 3}, random).text(), "0 4 3 1 8 2 5 7 6");
  EXPECT_EQ(TileBoard::random({3, 3}, random).text(), "8 2 5 4 3 7 0 1 6");
}

// 12,000 boards of 12: a thousand each, give or take five standard deviations.
TEST(TileBoard, RandomBoardsAreUniform) {
  std::mt19937_64 random(3);
  std::map<std::string, int> times;
  for (int round = 0; round < 12'000; ++round) ++times[TileBoard::random({2, 2}, random).text()];
  EXPECT_EQ(times.size(), 12U);
  for (const auto& [board, count] : times) EXPECT_NEAR(count, 1000, 150) << board;
}

TEST(TileBoard, ReadsWhatItWrites) {
  std::mt19937_64 random(2);
  for (const TileShape shape : {TileShape{2, 2}, {3, 3}, {4, 4}, {2, 8}}) {
    const TileBoard board = TileBoard::random(shape, random);
    EXPECT_EQ(TileBoard::parse(board.text(), shape), board);
  }
}

TEST(TileBoard, ReadsCommasAndLines) {
  const TileBoard expected = TileBoard::parse("8 1 3 4 0 2 7 6 5");
  EXPECT_EQ(TileBoard::parse("8,1,3,4,0,2,7,6,5"), expected);
  EXPECT_EQ(TileBoard::parse("8 1 3\n4 0 2\r\n 7\t6, 5\n"), expected);
  EXPECT_EQ(TileBoard::parse("8, 1, 3; 4, 0, 2; 7, 6, 5").shape(), (TileShape{3, 3}));
}

std::string complaint(const std::string& text, TileShape shape) {
  try {
    TileBoard::parse(text, shape).require_solvable();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(TileBoard, SaysWhatIsWrongWithABoard) {
  const auto expect = [](const std::string& text, const std::string& words, TileShape shape) {
    const std::string said = complaint(text, shape);
    EXPECT_NE(said.find(words), std::string::npos) << text << ": " << said;
    EXPECT_EQ(said.find('\n'), std::string::npos);
  };
  const TileShape small{3, 3};
  expect("8 1 3 4 0 2 7 6", "has 9 tiles with the blank, and 8 are given", small);
  expect("", "and 0 are given", small);
  expect("8 1 3 4 0 2 7 6 x", "'x' is no tile", small);
  expect("8 1 3 4 0 2 7 6 -5", "'-5' is no tile", small);
  expect("8 1 3 4 0 2 7 6 5.0", "'5.0' is no tile", small);
  expect("8 1 3 4 0 2 7 6 99999999999999999999", "'99999999999999999999' is no tile", small);
  expect("8 1 3 4 0 2 7 6 9", "no tile 9 on a 3x3 board", small);
  expect("8 1 3 4 0 2 7 6 6", "6 is there 2 times and 5 is missing", small);
  expect("8 1 3 4 6 2 7 6 6", "6 is there 3 times and 0 is missing", small);
  expect("1 2 3 4 5 6 8 7 0", "it has 1 inversion, and with 3 columns their number must be even",
         small);
  // Loyd's: 14 and 15 have changed places.
  expect("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", "1 inversion and 0 rows below the blank", {4, 4});
  expect("1 2 3 4 5 6 7 8 9 10 11 0 12 13 14 15", "0 inversions and 1 row below the blank", {4, 4});
  EXPECT_EQ(complaint("8 1 3 4 0 2 7 6 5", small), "none");
}

TEST(TileBoard, SquareBoardsNeedNoSize) {
  EXPECT_EQ(TileBoard::parse("3 1 2 0").shape(), (TileShape{2, 2}));
  EXPECT_THROW(TileBoard::parse("1 2 3 4 5 0"), UsageError);
  EXPECT_THROW(TileBoard::parse("0"), UsageError);
}

TEST(TileBoard, TakesNoOtherShapes) {
  for (const TileShape shape :
       {TileShape{1, 9}, {9, 1}, {4, 5}, {0, 0}, {-2, -3}, {3, 6}, {1 << 30, 4}, {65536, 65536}})
    EXPECT_THROW(TileBoard{shape}, UsageError) << shape.text();
  EXPECT_EQ(TileShape::parse("3x4"), (TileShape{3, 4}));
  for (const char* text : {"", "3", "3x", "x3", "3x4x", "3 x 4", "3X4", "99999999999x1"})
    EXPECT_THROW(TileShape::parse(text), UsageError) << text;
}

}  // namespace
}  // namespace ktour
