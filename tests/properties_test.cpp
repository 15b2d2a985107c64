// What must hold whatever the board: symmetry, transposition, pruning, and agreement with the
// pthread tree on random boards with missing squares.
#include <gtest/gtest.h>

#include <random>

#include "path_run.hpp"
#include "question.hpp"
#include "thread_tree.hpp"

namespace ktour {
namespace {

RunResult run(const Question& question) {
  RunOptions options;
  options.memory_bytes = std::uint64_t{4} << 30;
  options.archive_bytes = options.memory_bytes / 2;
  options.threads = 2;
  RunResult result = run_path_model(question, options);
  EXPECT_FALSE(result.failure) << result.failure->message;
  return result;
}

std::vector<Count> tours_by_end(const Board& board, Goal goal, PruneRules rules = {}) {
  return run(Question::for_all_tours(board, goal, rules)).statistics.tours_by_inbox;
}

// Every square is there with probability 3/4.
Board random_board(std::mt19937& random, int rows, int columns) {
  std::uint64_t missing = 0;
  for (int square = 0; square < rows * columns - 1; ++square)
    if (random() % 4 == 0) missing |= bit(square);
  return Board(rows, columns, missing);
}

TEST(Properties, MirroredAndRotatedBoardsGiveMappedCounts) {
  std::mt19937 random(20260101);
  for (const auto& [rows, columns] : {std::pair{4, 5}, std::pair{4, 4}, std::pair{5, 5}}) {
    const Board board = random_board(random, rows, columns);
    const auto expected = tours_by_end(board, Goal::kOpen);
    for (const auto& image : board.rectangle_symmetries()) {
      std::uint64_t missing = 0;
      for (std::uint64_t rest = board.missing(); rest != 0; rest &= rest - 1)
        missing |= bit(image[static_cast<std::size_t>(lowest_bit(rest))]);
      const auto mapped = tours_by_end(Board(rows, columns, missing), Goal::kOpen);
      for (std::size_t square = 0; square < expected.size(); ++square)
        EXPECT_TRUE(mapped[static_cast<std::size_t>(image[square])] == expected[square])
            << board.name() << ", square " << square;
    }
  }
}

TEST(Properties, TransposedBoardsHaveTheSameLevels) {
  for (const auto& [rows, columns] : {std::pair{3, 4}, std::pair{3, 8}, std::pair{4, 6}}) {
    for (const Goal goal : {Goal::kOpen, Goal::kClosed}) {
      const RunResult a = run(Question::for_all_tours(Board(rows, columns), goal));
      const RunResult b = run(Question::for_all_tours(Board(columns, rows), goal));
      EXPECT_TRUE(a.statistics.tours == b.statistics.tours);
      if (goal == Goal::kClosed) continue;  // the two may start on different corners
      for (std::size_t level = 0; level < a.statistics.levels.size(); ++level)
        EXPECT_EQ(a.statistics.levels[level].frontier, b.statistics.levels[level].frontier);
    }
  }
}

TEST(Properties, NoPruningRuleMovesACount) {
  std::mt19937 random(20260102);
  for (int draw = 0; draw < 30; ++draw) {
    const Board board = draw < 3 ? Board(3, 7 + draw) : random_board(random, 4, 5);
    for (const Goal goal : {Goal::kOpen, Goal::kClosed}) {
      const auto expected = tours_by_end(board, goal);
      for (const char* rules :
           {"colour", "isolated", "ends", "connected", "colour,isolated", "isolated,ends", "all"})
        EXPECT_TRUE(tours_by_end(board, goal, PruneRules::parse(rules)) == expected)
            << board.name() << ", " << name_of(goal) << ", " << rules;
    }
  }
}

TEST(Properties, PruningShrinksTheFrontier) {
  const Board board(5, 5);
  std::uint64_t before = ~std::uint64_t{0};
  for (const char* rules : {"none", "isolated", "isolated,ends", "all"}) {
    const RunResult result =
        run(Question::for_all_tours(board, Goal::kOpen, PruneRules::parse(rules)));
    EXPECT_TRUE(result.statistics.tours == 1728);
    EXPECT_LT(result.statistics.levels.back().explored, before) << rules;
    before = result.statistics.levels.back().explored;
  }
}

TEST(Properties, RandomBoardsAgreeWithTheThreadTree) {
  std::mt19937 random(20260103);
  int with_tours = 0;
  for (int draw = 0; draw < 60; ++draw) {
    const Board board = random_board(random, 3 + draw % 3, 5);
    for (const Goal goal : {Goal::kOpen, Goal::kClosed}) {
      const Question question = Question::for_all_tours(board, goal);
      const RunResult result = run(question);
      TreeOptions options;
      options.closed = goal == Goal::kClosed;
      options.starts = question.starts;
      const TreeCount tree = count_with_thread_tree(board, options);
      EXPECT_TRUE(result.statistics.tours == tree.total()) << board.name() << name_of(goal);
      for (int square = 0; square < board.area(); ++square)
        EXPECT_TRUE(result.statistics.tours_by_inbox[static_cast<std::size_t>(square)] ==
                    tree.by_end(square))
            << board.name() << ", square " << square;
      with_tours += tree.total() > 0 ? 1 : 0;
    }
  }
  EXPECT_GT(with_tours, 5) << "the random boards hardly test anything";
}

TEST(Properties, StartSquaresAddUp) {
  const Board board(4, 5);
  const auto all = run(Question::for_all_tours(board, Goal::kOpen)).statistics;
  Count sum;
  for (int square = 0; square < board.area(); ++square) {
    Question question = Question::for_all_tours(board, Goal::kOpen);
    question.starts = bit(square);
    const Count from_here = run(question).statistics.tours;
    EXPECT_TRUE(from_here == all.tours_by_inbox[static_cast<std::size_t>(square)]);
    sum += from_here;
  }
  EXPECT_TRUE(sum == all.tours);
}

TEST(Properties, TheStartOfAClosedTourDoesNotMatter) {
  const Board board(5, 6);
  for (const int square : {0, 7, 14, 29}) {
    Question question = Question::for_all_tours(board, Goal::kClosed, PruneRules::parse("all"));
    question.starts = bit(square);
    EXPECT_TRUE(run(question).statistics.tours == 16) << square;  // OEIS A175855: 8 undirected
  }
}

TEST(Properties, TwoSquaresAMoveApartAreNoClosedTour) {
  // 3x2 without all but a3 and b1.
  const Board board(3, 2, bit(1) | bit(2) | bit(3) | bit(4));
  EXPECT_TRUE(run(Question::for_all_tours(board, Goal::kOpen)).statistics.tours == 2);
  EXPECT_TRUE(run(Question::for_all_tours(board, Goal::kClosed)).statistics.tours == 0);
}

}  // namespace
}  // namespace ktour
