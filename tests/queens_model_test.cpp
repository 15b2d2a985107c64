// The queens model: its counts against published values under every set of rules, its states against
// the free squares of all boards, and the same levels however the work is cut.
#include "queens_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "engine.hpp"
#include "expectations.hpp"
#include "queens_check.hpp"
#include "table_device.hpp"

namespace ktour {
namespace {

template <class D>
EngineRun<QueensModel::State> run_levels_of(D& device) {
  EngineRun<QueensModel::State> run(false);
  run_levels(device, {false, ~std::uint64_t{0}, 3}, run, [](const LevelStatistics&) {});
  return run;
}

QueensResult count_queens(int queens, const QueensRules& rules = {},
                          std::uint64_t memory_bytes = ~std::uint64_t{0}) {
  RunOptions options;
  options.memory_bytes = memory_bytes;
  return run_queens_model({queens, rules}, options);
}

EngineRun<QueensModel::State> run_on_cpu(const QueensModel& model,
                                         const TableOptions& options = {}) {
  TableDevice<QueensModel> device(model, options);
  return run_levels_of(device);
}

std::vector<QueensRules> all_rules() {
  std::vector<QueensRules> rules;
  for (int bits = 0; bits < 8; ++bits)
    rules.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
  return rules;
}

// Boards with some columns filled safely, by trying every square.
class Boards {
 public:
  explicit Boards(int queens) : queens_(queens), boards_{{}} {}

  const std::vector<std::vector<int>>& boards() const { return boards_; }

  void fill_next_column() {
    std::vector<std::vector<int>> next;
    for (const std::vector<int>& board : boards_)
      for (int row = 0; row < queens_; ++row) {
        if (!is_free(board, row, static_cast<int>(board.size()))) continue;
        next.push_back(board);
        next.back().push_back(row);
      }
    boards_ = std::move(next);
  }

  // Which squares of the columns to come no queen attacks.
  std::set<std::vector<bool>> distinct_free_squares() const {
    std::set<std::vector<bool>> distinct;
    for (const std::vector<int>& board : boards_) distinct.insert(free_squares(board));
    return distinct;
  }
  std::vector<bool> free_squares(const std::vector<int>& board) const {
    std::vector<bool> squares;
    for (int column = static_cast<int>(board.size()); column < queens_; ++column)
      for (int row = 0; row < queens_; ++row) squares.push_back(is_free(board, row, column));
    return squares;
  }

 private:
  static bool is_free(const std::vector<int>& board, int row, int column) {
    for (int other = 0; other < static_cast<int>(board.size()); ++other) {
      const int there = board[static_cast<std::size_t>(other)];
      if (there == row || std::abs(there - row) == column - other) return false;
    }
    return true;
  }

  int queens_;
  std::vector<std::vector<int>> boards_;
};

TEST(QueensModel, CountsDoNotDependOnTheRules) {
  for (int queens = 1; queens <= 10; ++queens)
    for (const QueensRules& rules : all_rules()) {
      SCOPED_TRACE(std::to_string(queens) + " queens, close " + std::to_string(rules.close) +
                   ", lookahead " + std::to_string(rules.lookahead) + ", half " +
                   std::to_string(rules.half));
      const QueensResult result = count_queens(queens, rules);
      ASSERT_FALSE(result.failure.has_value());
      ASSERT_TRUE(result.answer.has_value());
      const auto published = published_queens(queens);
      EXPECT_EQ(to_decimal(result.answer->all), to_decimal(published->all));
      EXPECT_EQ(to_decimal(result.answer->fundamental), to_decimal(published->fundamental));
    }
}

TEST(QueensModel, TwelveQueens) {
  const QueensResult result = count_queens(12);
  ASSERT_TRUE(result.answer.has_value());
  EXPECT_EQ(to_decimal(result.answer->all), "14200");         // OEIS A000170
  EXPECT_EQ(to_decimal(result.answer->fundamental), "1787");  // OEIS A002562
}

// Without lookahead every board is met: the multiplicities of a level add up to its boards, and with
// `close` there is one state for each set of free squares.
TEST(QueensModel, OneStateForEachSetOfFreeSquares) {
  for (const int queens : {1, 4, 5, 6, 7, 8}) {
    SCOPED_TRACE(queens);
    const auto closed = run_on_cpu(QueensModel(queens, {true, false, false}));
    const auto plain = run_on_cpu(QueensModel(queens, QueensRules::none()));
    Boards boards(queens);
    for (int level = 0; level <= queens; ++level, boards.fill_next_column()) {
      SCOPED_TRACE("level " + std::to_string(level));
      const auto index = static_cast<std::size_t>(level);
      const std::string paths = std::to_string(boards.boards().size());
      EXPECT_EQ(to_decimal(closed.statistics.levels[index].paths), paths);
      EXPECT_EQ(to_decimal(plain.statistics.levels[index].paths), paths);
      const std::size_t distinct = boards.distinct_free_squares().size();
      EXPECT_EQ(closed.statistics.levels[index].frontier, distinct);
      EXPECT_GE(plain.statistics.levels[index].frontier, distinct);
    }
  }
}

// With lookahead those remain whose columns and rows to come all have a free square.
TEST(QueensModel, LookaheadDropsBoardsWithAFullColumnOrRow) {
  constexpr int kQueens = 7;
  const auto run = run_on_cpu(QueensModel(kQueens, {true, true, false}));
  Boards boards(kQueens);
  for (int level = 0; level <= kQueens; ++level, boards.fill_next_column()) {
    SCOPED_TRACE("level " + std::to_string(level));
    std::uint64_t hopeful = 0;
    for (const std::vector<int>& board : boards.boards()) {
      const std::vector<bool> free = boards.free_squares(board);
      const auto is_free = [&](int row, int column) {
        return free[static_cast<std::size_t>(column * kQueens + row)];
      };
      bool hope = true;
      for (int column = 0; column < kQueens - level; ++column) {
        bool any = false;
        for (int row = 0; row < kQueens; ++row) any = any || is_free(row, column);
        hope = hope && any;
      }
      for (int row = 0; row < kQueens; ++row) {
        bool any = std::ranges::find(board, row) != board.end();
        for (int column = 0; column < kQueens - level; ++column) any = any || is_free(row, column);
        hope = hope && any;
      }
      hopeful += hope ? 1U : 0U;
    }
    EXPECT_EQ(to_decimal(run.statistics.levels[static_cast<std::size_t>(level)].paths),
              std::to_string(hopeful));
  }
}

//        0 1 | 2 3
//      0 Q - | - -
//      1 - - | r -     Queens in rows 0 and 2 of 4: column 2 has row 3 attacked too, by both.
//      2 - Q | f -
//      3 - - | f f
TEST(QueensModel, StatesAreWhatTheirPictureSays) {
  const QueensModel model(4, QueensRules::none());
  std::vector<QueensModel::State> children;
  const auto keep = [&](QueensModel::State child) { children.push_back(child); };
  model.expand(model.roots().front(), 0, keep);
  ASSERT_EQ(children.size(), 4U);
  const QueensModel::State corner = children.front();
  children.clear();
  model.expand(corner, 1, keep);
  ASSERT_EQ(children.size(), 2U);  // rows 2 and 3
  const QueensModel::Lines lines = model.decode(children.front());
  EXPECT_EQ(lines.rows, 0b0101U);
  EXPECT_EQ(lines.rising, 0b0010U);
  EXPECT_EQ(lines.falling, 0b1100U);
  EXPECT_TRUE(model.is_dead_end(children.front(), 2));
}

TEST(QueensModel, EveryLineOfTheLargestBoardHasItsBit) {
  const QueensModel model(QueensModel::kMostQueens);
  std::set<QueensModel::State> states;
  for (int row = 0; row < QueensModel::kMostQueens; ++row)
    for (const QueensModel::Lines& lines :
         {QueensModel::Lines{bit(row), 0, 0}, {0, bit(row), 0}, {0, 0, bit(row)}}) {
      const QueensModel::State state = model.encode(lines);
      states.insert(state);
      EXPECT_EQ(state >> model.state_bits(), 0U);
      const QueensModel::Lines back = model.decode(state);
      EXPECT_EQ(back.rows, lines.rows);
      EXPECT_EQ(back.rising, lines.rising);
      EXPECT_EQ(back.falling, lines.falling);
    }
  EXPECT_EQ(states.size(), 63U);
}

TEST(QueensModel, TakesNoOtherNumbersOfQueens) {
  EXPECT_THROW(QueensModel(0), UsageError);
  EXPECT_THROW(QueensModel(-1), UsageError);
  EXPECT_THROW(QueensModel(22), UsageError);
}

TEST(QueensModel, LevelsDoNotDependOnThreadsBatchesOrPartitions) {
  for (const QueensRules& rules : {QueensRules{}, QueensRules::none()}) {
    const QueensModel model(9, rules);
    const auto expected = run_on_cpu(model);
    for (const int threads : {1, 2, 8})
      for (const std::uint64_t batch : {1U, 100U, 4096U}) {
        TableOptions options;
        options.threads = threads;
        options.batch_states = batch;
        options.partition_states = batch;
        const auto actual = run_on_cpu(model, options);
        expect_same_levels(expected.statistics, actual.statistics);
        expect_same_samples(expected, actual);
      }
  }
}

TEST(QueensModel, WhereALevelDoesNotFitTheRestGoesDepthFirst) {
  const QueensResult whole = count_queens(11);
  for (const std::uint64_t memory_bytes : {1U, 10'000U, 100'000U}) {
    const QueensResult result = count_queens(11, {}, memory_bytes);
    EXPECT_FALSE(result.failure.has_value());
    ASSERT_TRUE(result.answer.has_value());
    EXPECT_EQ(to_decimal(result.answer->all), "2680");         // OEIS A000170
    EXPECT_EQ(to_decimal(result.answer->fundamental), "341");  // OEIS A002562
    ASSERT_TRUE(result.statistics.depth_first.has_value());
    const auto level = static_cast<std::size_t>(result.statistics.depth_first->level);
    EXPECT_EQ(result.statistics.levels.size(), level);
    EXPECT_EQ(result.statistics.depth_first->states, whole.statistics.levels[level].frontier);
    EXPECT_EQ(result.statistics.depth_first->bytes, whole.statistics.levels[level].bytes);
  }
}

}  // namespace
}  // namespace ktour
