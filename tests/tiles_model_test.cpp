// The sliding-tiles model: its boards, its levels against published values and a plain search, the
// same levels on every device however the work is cut, and runs that end early.
#include "tiles_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "devices.hpp"
#include "expectations.hpp"
#include "tiles_check.hpp"

namespace ktour {
namespace {

using Levels = std::vector<std::uint64_t>;

// OEIS A089473.
const Levels kEightPuzzle{1,     2,     4,     8,     16,    20,   39,   62,   116,   152,   286,
                          396,   748,   1024,  1893,  2512,  4485, 5638, 9529, 10878, 16993, 17110,
                          23952, 20224, 24047, 15578, 14560, 6274, 3910, 760,  221,   2};

RunOptions options_of(int threads, std::uint64_t memory_bytes = ~std::uint64_t{0}) {
  RunOptions options;
  options.threads = threads;
  options.memory_bytes = memory_bytes;
  return options;
}

Levels frontiers(const RunStatistics& statistics) {
  Levels levels;
  for (const LevelStatistics& row : statistics.levels) levels.push_back(row.frontier);
  return levels;
}

TEST(TilesModel, LevelsOfTheEightPuzzle) {
  const TilesResult result = run_tiles_model({3, 3}, options_of(2));
  ASSERT_TRUE(result.answer.has_value());
  EXPECT_EQ(frontiers(result.statistics), kEightPuzzle);
  EXPECT_EQ(result.answer->states, 181'440U);  // 9! / 2
  EXPECT_EQ(result.answer->depth, 31U);
  EXPECT_EQ(result.answer->farthest, 2U);
}

TEST(TilesModel, SmallBoards) {
  EXPECT_EQ(frontiers(run_tiles_model({1, 1}, options_of(1)).statistics), Levels{1});
  EXPECT_EQ(frontiers(run_tiles_model({4, 1}, options_of(1)).statistics), (Levels{1, 1, 1, 1}));
  EXPECT_EQ(frontiers(run_tiles_model({2, 2}, options_of(1)).statistics),
            (Levels{1, 2, 2, 2, 2, 2, 1}));
  const std::vector<std::pair<TilesQuestion, std::uint64_t>> boards{
      {{2, 3}, 360}, {{3, 2}, 360}, {{2, 4}, 20'160}, {{4, 2}, 20'160}};
  for (const auto& [question, states] : boards) {
    const TilesResult result = run_tiles_model(question, options_of(1));
    const auto published = published_tiles(question.rows, question.columns);
    ASSERT_TRUE(result.answer && published);
    EXPECT_EQ(result.answer->states, states);  // k! / 2
    EXPECT_EQ(result.answer->depth, published->depth);
    EXPECT_EQ(result.answer->farthest, published->farthest);
  }
}

// Boards as text, one letter a square, searched with nothing but their neighbours: every number of
// every level, the shortest ways and the boards from which none leads farther.
void expect_levels_of_plain_search(int rows, int columns) {
  SCOPED_TRACE(std::to_string(rows) + "x" + std::to_string(columns));
  std::string goal;
  for (int square = 1; square < rows * columns; ++square) goal += static_cast<char>('a' + square);
  goal += ' ';
  const auto neighbours = [&](const std::string& board) {
    const auto blank = static_cast<int>(board.find(' '));
    std::vector<std::string> moved;
    for (int square = 0; square < rows * columns; ++square) {
      const int apart = std::abs(square / columns - blank / columns) +
                        std::abs(square % columns - blank % columns);
      if (apart != 1) continue;
      moved.push_back(board);
      std::swap(moved.back()[static_cast<std::size_t>(square)],
                moved.back()[static_cast<std::size_t>(blank)]);
    }
    return moved;
  };

  const TilesResult result = run_tiles_model({rows, columns}, options_of(2));
  ASSERT_TRUE(result.statistics.complete);
  std::map<std::string, std::uint64_t> level{{goal, 1}};
  std::set<std::string> before;
  for (const LevelStatistics& row : result.statistics.levels) {
    SCOPED_TRACE("level " + std::to_string(row.depth));
    std::map<std::string, std::uint64_t> next;
    std::set<std::string> met_again;
    std::uint64_t generated = 0;
    std::uint64_t dead_ends = 0;
    std::uint64_t paths = 0;
    for (const auto& [board, ways] : level) {
      bool leads_farther = false;
      paths += ways;
      for (const std::string& moved : neighbours(board)) {
        ++generated;
        if (before.contains(moved)) {
          met_again.insert(moved);
        } else {
          next[moved] += ways;
          leads_farther = true;
        }
      }
      dead_ends += leads_farther ? 0U : 1U;
    }
    EXPECT_EQ(row.frontier, level.size());
    EXPECT_EQ(row.generated, generated);
    EXPECT_EQ(row.revisited, met_again.size());
    EXPECT_EQ(row.duplicates, generated - met_again.size() - next.size());
    EXPECT_EQ(row.dead_ends, dead_ends);
    EXPECT_EQ(row.expanded, level.size() - dead_ends);
    EXPECT_EQ(to_decimal(row.paths), std::to_string(paths));
    before.clear();
    for (const auto& [board, ways] : level) before.insert(board);
    level = std::move(next);
  }
  EXPECT_TRUE(level.empty());
}

TEST(TilesModel, EveryNumberOfALevelAsAPlainSearchFindsIt) {
  for (const auto& [rows, columns] :
       std::vector<std::pair<int, int>>{{1, 1}, {1, 5}, {2, 2}, {3, 2}, {2, 4}})
    expect_levels_of_plain_search(rows, columns);
}

//      1 2 3      1 - 3      1 2 3      1 2 3      1 2 3
//      4 - 5      4 2 5      - 4 5      4 5 -      4 7 5
//      6 7 8      6 7 8      6 7 8      6 7 8      6 - 8
TEST(TilesModel, FourMovesAsDrawn) {
  const TilesModel model(3, 3);
  std::vector<std::uint64_t> boards;  // four bits a square, square 0 lowest
  model.expand(model.encode(0x876504321), 7,
               [&](TilesModel::State child) { boards.push_back(model.decode(child)); });
  EXPECT_EQ(boards,
            (std::vector<std::uint64_t>{0x876524301, 0x876540321, 0x876054321, 0x806574321}));
}

TEST(TilesModel, EveryPlaceOfTheBlankOnTheLargestBoard) {
  const TilesModel model(4, 4);
  std::set<TilesModel::State> states;
  std::uint64_t board = 0xfedcba9876543210;
  for (int blank = 0; blank < 16; ++blank) {
    EXPECT_EQ(model.blank_square(board), blank);
    const TilesModel::State state = model.encode(board);
    EXPECT_EQ(model.decode(state), board);
    EXPECT_EQ(state >> model.state_bits(), 0U);
    states.insert(state);
    int moves = 0;
    model.expand(state, 0, [&](TilesModel::State child) {
      const int to = model.blank_square(model.decode(child));
      EXPECT_EQ(std::abs(to / 4 - blank / 4) + std::abs(to % 4 - blank % 4), 1);
      ++moves;
    });
    const int row = blank / 4;
    const int column = blank % 4;
    EXPECT_EQ(moves, 4 - (row % 3 == 0 ? 1 : 0) - (column % 3 == 0 ? 1 : 0));
    board = board << 4 | board >> 60;
  }
  EXPECT_EQ(states.size(), 16U);
}

TEST(TilesModel, TakesNoOtherBoards) {
  EXPECT_THROW(TilesModel(0, 3), UsageError);
  EXPECT_THROW(TilesModel(3, -1), UsageError);
  EXPECT_THROW(TilesModel(1, 17), UsageError);
  EXPECT_THROW(TilesModel(3, 6), UsageError);
  EXPECT_THROW(TilesModel(1 << 16, 1 << 16), UsageError);
}

TEST(TilesModel, SameLevelsOnEveryDevice) {
  for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{{1, 4}, {3, 2}, {2, 4}}) {
    const TilesModel model(rows, columns);
    TableDevice<TilesModel> reference(model, {});
    const auto expected = run_all_levels(reference);
    const auto check = [&](const std::string& name, const auto& run, auto&) {
      SCOPED_TRACE(name);
      expect_same_levels(expected.statistics, run.statistics);
      expect_same_samples(expected, run);
    };
    run_everywhere(model, check);
    run_on_pipeline(model,
                    {pipeline_case("30 kB", false, 0, 100, 30'000),
                     pipeline_case("60 kB", false, 0, 100, 60'000)},
                    check);
    for (const std::uint64_t partition_states : {1U, 50U}) {
      TableOptions options;
      options.threads = 3;
      options.partition_states = partition_states;
      TableDevice<TilesModel> device(model, options);
      check("partitions of " + std::to_string(partition_states), run_all_levels(device), device);
    }
  }
}

TEST(TilesModel, LevelsThatDoNotFitAreStreamedAndComeBack) {
  const TilesModel model(2, 4);
  TableDevice<TilesModel> reference(model, {});
  const auto expected = run_all_levels(reference);
  HostBackend backend;
  ScatteredLevels<TilesModel, HostBackend> device(model, backend,
                                                  pipeline_case("", false, 0, 100, 60'000).options);
  std::vector<bool> streamed;
  EngineRun<TilesModel::State> run(false);
  run_levels(device, {false, ~std::uint64_t{0}, 3}, run,
             [&](const LevelStatistics&) { streamed.push_back(device.streams()); });
  expect_same_levels(expected.statistics, run.statistics);
  expect_same_samples(expected, run);
  EXPECT_FALSE(streamed.front());
  EXPECT_TRUE(std::ranges::find(streamed, true) != streamed.end());
  EXPECT_FALSE(streamed.back());
}

// From a goal that is reached in 2^60 ways, until there is no farther board.
template <class D>
std::vector<LevelStatistics> levels_from_a_heavy_goal(D& device) {
  std::vector<WideShard<TilesModel::State>> shards;
  shards.emplace_back(1, 1);
  shards.back().words[0] = device.model().roots().front();
  shards.back().limbs[0] = std::uint64_t{1} << 60;
  device.resume(std::move(shards), 1);
  std::vector<LevelStatistics> levels;
  for (int level = 0; device.states() > 0; ++level) levels.push_back(device.advance(level));
  return levels;
}

TEST(TilesModel, MultiplicitiesOfMoreThan64Bits) {
  const TilesModel model(2, 4);
  TableDevice<TilesModel> light(model, {});
  RunStatistics expected = run_all_levels(light).statistics;
  for (LevelStatistics& row : expected.levels)
    for (int doubled = 0; doubled < 60; ++doubled) row.paths += Count(row.paths);

  const auto expect_heavy_levels = [&](auto& device) {
    const auto levels = levels_from_a_heavy_goal(device);
    EXPECT_EQ(device.limbs(), 2);
    ASSERT_EQ(levels.size(), expected.levels.size());
    for (std::size_t level = 0; level < levels.size(); ++level) {
      SCOPED_TRACE("level " + std::to_string(level));
      EXPECT_EQ(levels[level].frontier, expected.levels[level].frontier);
      EXPECT_EQ(levels[level].generated, expected.levels[level].generated);
      EXPECT_EQ(levels[level].revisited, expected.levels[level].revisited);
      EXPECT_EQ(levels[level].duplicates, expected.levels[level].duplicates);
      EXPECT_EQ(to_decimal(levels[level].paths), to_decimal(expected.levels[level].paths));
    }
  };
  TableDevice<TilesModel> cpu(model, {});
  expect_heavy_levels(cpu);
  for (const std::uint64_t memory_bytes : {30'000U, 60'000U, 10'000'000U}) {
    SCOPED_TRACE(memory_bytes);
    HostBackend backend;
    ScatteredLevels<TilesModel, HostBackend> device(
        model, backend, pipeline_case("", false, 0, 100, memory_bytes).options);
    expect_heavy_levels(device);
  }
}

// Raises a flag while it expands.
class Stopping : public TilesModel {
 public:
  Stopping(int rows, int columns, std::atomic<bool>& stop, std::atomic<int>& expansions)
      : TilesModel(rows, columns), stop_(&stop), expansions_(&expansions) {}

  template <class Emit>
  void expand(State state, int level, Emit&& emit) const {
    if (--*expansions_ == 0) *stop_ = true;
    TilesModel::expand(state, level, emit);
  }

 private:
  std::atomic<bool>* stop_;
  std::atomic<int>* expansions_;
};

// Interrupts every level once, in its midst.
template <class D>
void expect_levels_survive_interruptions(D& device, std::atomic<bool>& stop,
                                         std::atomic<int>& expansions) {
  TableDevice<TilesModel> reference(TilesModel(2, 4), {});
  const auto expected = run_all_levels(reference).statistics.levels;
  int interruptions = 0;
  device.seed();
  for (int level = 0; device.states() > 0; ++level) {
    const std::uint64_t states = device.states();
    expansions = static_cast<int>(states / 2 + 1);
    LevelStatistics row;
    try {
      row = device.advance(level);
    } catch (const Interrupted&) {
      ++interruptions;
      EXPECT_EQ(device.states(), states);
      EXPECT_EQ(count_states(device.frontier()), states);
      stop = false;
      row = device.advance(level);
    }
    stop = false;
    const LevelStatistics& wanted = expected.at(static_cast<std::size_t>(level));
    EXPECT_EQ(row.frontier, wanted.frontier);
    EXPECT_EQ(row.revisited, wanted.revisited);
    EXPECT_EQ(row.duplicates, wanted.duplicates);
    EXPECT_EQ(to_decimal(row.paths), to_decimal(wanted.paths));
  }
  EXPECT_GT(interruptions, 20);
}

TEST(TilesModel, AnInterruptionLeavesTheLevelAsItWas) {
  std::atomic<bool> stop{false};
  std::atomic<int> expansions{0};
  const Stopping model(2, 4, stop, expansions);
  for (const int threads : {1, 3}) {
    TableOptions options;
    options.threads = threads;
    options.batch_states = 3;
    options.stop = &stop;
    TableDevice<Stopping> cpu(model, options);
    expect_levels_survive_interruptions(cpu, stop, expansions);
  }
  for (const std::uint64_t memory_bytes : {60'000U, 10'000'000U}) {
    PipelineOptions options = pipeline_case("", false, 0, 20, memory_bytes).options;
    options.stop = &stop;
    HostBackend backend;
    ScatteredLevels<Stopping, HostBackend> device(model, backend, options);
    expect_levels_survive_interruptions(device, stop, expansions);
  }
}

TEST(TilesModel, ALevelThatDoesNotFitEndsTheRun) {
  const TilesResult result = run_tiles_model({3, 3}, options_of(2, 300'000));
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->exit_code, kExitNoSpace);
  EXPECT_NE(result.failure->message.find("raise --memory"), std::string::npos);
  EXPECT_FALSE(result.answer.has_value());
  // What is there is complete, dead ends too.
  const TilesResult whole = run_tiles_model({3, 3}, options_of(2));
  ASSERT_GT(result.statistics.levels.size(), 5U);
  ASSERT_LT(result.statistics.levels.size(), kEightPuzzle.size());
  for (std::size_t level = 0; level < result.statistics.levels.size(); ++level) {
    EXPECT_EQ(result.statistics.levels[level].frontier, kEightPuzzle[level]);
    EXPECT_EQ(result.statistics.levels[level].dead_ends, whole.statistics.levels[level].dead_ends);
  }
}

TEST(TilesModel, HostMemoryHasALimitToo) {
  PipelineOptions options = pipeline_case("", false, 0, 100, 60'000).options;
  options.host_bytes = 50'000;
  const TilesModel model(2, 4);
  HostBackend backend;
  ScatteredLevels<TilesModel, HostBackend> device(model, backend, options);
  device.seed();
  std::uint64_t states = 0;
  int level = 0;
  try {
    for (; device.states() > 0; ++level) {
      states = device.states();
      device.advance(level);
    }
    FAIL() << "50,000 bytes of host memory were exceeded without a word";
  } catch (const SpaceError&) {
    EXPECT_EQ(device.states(), states);
    EXPECT_THROW(device.advance(level), SpaceError);
  }
}

TEST(TilesCheck, LevelsOfTheRankedSearch) {
  for (const int threads : {1, 3}) EXPECT_EQ(search_ranked_tiles(3, 3, threads), kEightPuzzle);
  EXPECT_EQ(search_ranked_tiles(1, 1, 1), Levels{1});
  EXPECT_EQ(search_ranked_tiles(1, 5, 1), Levels(5, 1));
  EXPECT_EQ(search_ranked_tiles(5, 1, 1), Levels(5, 1));
  EXPECT_EQ(search_ranked_tiles(2, 2, 1), (Levels{1, 2, 2, 2, 2, 2, 1}));
  for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{{3, 2}, {2, 4}, {4, 2}})
    EXPECT_EQ(search_ranked_tiles(rows, columns, 2),
              frontiers(run_tiles_model({rows, columns}, options_of(1)).statistics));
}

TEST(TilesCheck, CanBeInterrupted) {
  const std::atomic<bool> stop{true};
  EXPECT_THROW(search_ranked_tiles(3, 3, 2, &stop), Interrupted);
}

TEST(TilesCheck, NamesTheFirstLevelThatDiffers) {
  TilesResult result = run_tiles_model({3, 2}, options_of(1));
  EXPECT_TRUE(verify_tiles({3, 2}, result, options_of(1)).passed());
  result.statistics.levels[7].frontier += 1;
  const Verification wrong = verify_tiles({3, 2}, result, options_of(1));
  EXPECT_FALSE(wrong.passed());
  EXPECT_EQ(wrong.comparisons.back().what, "ranked search, level 7");
  result.statistics.levels[7].frontier -= 1;
  result.statistics.levels.pop_back();
  EXPECT_FALSE(verify_tiles({3, 2}, result, options_of(1)).passed());
}

TEST(TilesCheck, PublishedValuesOfABoardAndOfTheBoardTurned) {
  EXPECT_EQ(published_tiles(4, 3)->depth, 53U);
  EXPECT_EQ(published_tiles(3, 4)->farthest, 18U);
  EXPECT_FALSE(published_tiles(3, 5)->farthest.has_value());
  EXPECT_FALSE(published_tiles(5, 5).has_value());
}

}  // namespace
}  // namespace ktour
