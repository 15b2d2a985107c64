// The 5x5 level table, and known counts, on every device.
#include <gtest/gtest.h>

#include <array>

#include "devices.hpp"
#include "path_model.hpp"
#include "path_run.hpp"
#include "question.hpp"

namespace ktour {
namespace {

struct Row {
  std::uint64_t frontier, generated, dead_ends, duplicates, paths;
};

// All 25 start squares, no pruning. The numbers are those of the level-synchronous 5x5 search as a
// separate program that merges sorted arrays state by state finds them (see docs/design.md, "Sources").
constexpr std::array<Row, 25> kFiveByFive{{{25, 96, 0, 0, 25},
                                           {96, 328, 0, 0, 96},
                                           {328, 976, 0, 88, 328},
                                           {888, 2584, 4, 0, 976},
                                           {2584, 7752, 32, 984, 2800},
                                           {6768, 17528, 144, 416, 8352},
                                           {17112, 46632, 568, 7720, 21664},
                                           {38912, 91640, 2168, 5268, 57392},
                                           {86372, 206408, 5680, 44108, 135184},
                                           {162300, 330472, 17104, 37340, 317296},
                                           {293132, 600472, 31924, 171528, 642456},
                                           {428944, 714472, 73716, 142950, 1288928},
                                           {571522, 960200, 93124, 338412, 2167768},
                                           {621788, 837896, 147268, 218468, 3479680},
                                           {619428, 864472, 132568, 346384, 4530376},
                                           {518088, 565680, 158884, 174385, 5668992},
                                           {391295, 448120, 108153, 197992, 5605312},
                                           {250128, 214480, 98044, 75952, 5393376},
                                           {138528, 125352, 49288, 60720, 3891584},
                                           {64632, 40464, 32464, 16616, 2734336},
                                           {23848, 15872, 11036, 8248, 1285952},
                                           {7624, 3000, 4912, 1548, 594912},
                                           {1452, 520, 968, 316, 145056},
                                           {204, 32, 172, 19, 36128},
                                           {13, 0, 0, 0, 1728}}};

void expect_five_by_five(const RunStatistics& statistics) {
  ASSERT_EQ(statistics.levels.size(), kFiveByFive.size());
  std::uint64_t explored = 0;
  for (std::size_t level = 0; level < kFiveByFive.size(); ++level) {
    SCOPED_TRACE("level " + std::to_string(level));
    const LevelStatistics& row = statistics.levels[level];
    explored += kFiveByFive[level].frontier;
    EXPECT_EQ(row.depth, static_cast<int>(level));
    EXPECT_EQ(row.frontier, kFiveByFive[level].frontier);
    const bool last = level + 1 == kFiveByFive.size();
    EXPECT_EQ(row.expanded, last ? 0 : kFiveByFive[level].frontier - kFiveByFive[level].dead_ends);
    EXPECT_EQ(row.generated, kFiveByFive[level].generated);
    EXPECT_EQ(row.pruned, 0U);
    EXPECT_EQ(row.dead_ends, kFiveByFive[level].dead_ends);
    EXPECT_EQ(row.duplicates, kFiveByFive[level].duplicates);
    EXPECT_EQ(row.explored, explored);
    EXPECT_TRUE(row.paths == kFiveByFive[level].paths);
  }
  EXPECT_TRUE(statistics.tours == 1728);
  // OEIS A165134: 304 tours from each corner, 64 from the centre, 56 from the eight others.
  const std::array<unsigned, 25> by_square{304, 0,  56, 0,  304, 0,  56, 0,   56, 0,  56, 0,  64,
                                           0,   56, 0,  56, 0,   56, 0,  304, 0,  56, 0,  304};
  for (std::size_t square = 0; square < by_square.size(); ++square)
    EXPECT_TRUE(statistics.tours_by_inbox[square] == by_square[square]) << square;
}

PathModel<std::uint32_t> five_by_five() {
  const Board board(5, 5);
  return PathModel<std::uint32_t>(board, Goal::kOpen, board.present());
}

TEST(Levels, FiveByFiveOnTheCpu) {
  run_on_cpu(five_by_five(), {{1, 4096}, {2, 4096}, {3, 1000}, {8, 100}},
             [](const std::string& name, const auto& run, auto&) {
               SCOPED_TRACE(name);
               expect_five_by_five(run.statistics);
             });
}

TEST(Levels, FiveByFiveOnThePipeline) {
  run_on_pipeline(five_by_five(), {pipeline_case("recorded graphs", true, 1 << 16, kManyStates)},
                  [](const std::string& name, const auto& run, auto&) {
                    SCOPED_TRACE(name);
                    expect_five_by_five(run.statistics);
                  });
}

struct Known {
  const char* board;
  Goal goal;
  std::uint64_t directed;
};

// OEIS A118067 (3xn), A079137 (4xn), A083386 (5xn), A175855 (closed 5xn), A165134, each as
// directed.
TEST(Levels, KnownCounts) {
  for (const Known& known :
       {Known{"1x1", Goal::kOpen, 1}, Known{"1x2", Goal::kOpen, 0}, Known{"3x3", Goal::kOpen, 0},
        Known{"3x4", Goal::kOpen, 16}, Known{"4x3", Goal::kOpen, 16}, Known{"4x4", Goal::kOpen, 0},
        Known{"3x7", Goal::kOpen, 104}, Known{"3x8", Goal::kOpen, 792},
        Known{"4x5", Goal::kOpen, 164}, Known{"4x6", Goal::kOpen, 1488},
        Known{"5x6", Goal::kClosed, 16}, Known{"1x1", Goal::kClosed, 0},
        Known{"3x10", Goal::kClosed, 32}, Known{"4x6", Goal::kClosed, 0}}) {
    RunOptions options;
    options.memory_bytes = std::uint64_t{4} << 30;
    options.archive_bytes = options.memory_bytes / 2;
    const RunResult result =
        run_path_model(Question::for_all_tours(Board::parse(known.board), known.goal), options);
    ASSERT_FALSE(result.failure) << result.failure->message;
    EXPECT_EQ(to_decimal(result.statistics.tours), std::to_string(known.directed))
        << known.board << " " << name_of(known.goal);
  }
}

TEST(Levels, SixtyFourSquaresTakeTheWidestWord) {
  // A strip of one row has no move at all: 64 paths of one square, dead ends at level 0.
  RunOptions options;
  options.memory_bytes = std::uint64_t{1} << 30;
  options.archive_bytes = options.memory_bytes / 2;
  const RunResult result =
      run_path_model(Question::for_all_tours(Board::parse("1x64"), Goal::kOpen), options);
  EXPECT_EQ(result.word_bits, 128);
  EXPECT_TRUE(result.statistics.tours == 0);
  EXPECT_EQ(result.statistics.levels.size(), 64U);
  EXPECT_EQ(result.statistics.levels.front().dead_ends, 64U);
}

}  // namespace
}  // namespace ktour
