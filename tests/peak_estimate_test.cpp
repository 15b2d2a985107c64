// The guess at the peak, on frontiers that were recorded: level 0 up to the middle, and the largest
// of all levels.
#include "peak_estimate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "progress.hpp"

namespace ktour {
namespace {

struct Recorded {
  const char* board;
  int rows;
  int columns;
  std::vector<std::uint64_t> frontiers;
  std::uint64_t peak;
};

const std::vector<Recorded>& recorded() {
  static const std::vector<Recorded> boards{
      {"6x8 open",
       6,
       8,
       {1,      3,      22,     80,     480,    3054,   2536,    3539,
        5937,   11973,  33294,  64181,  64670,  79540,  112575,  175050,
        289369, 468812, 293254, 345378, 522570, 675696, 1124594, 1478903},
       1478903},
      {"6x8 closed",
       6,
       8,
       {1,    1,    6,    17,   51,    218,   116,   144,   199,   409,   1036,  1978,
        2311, 3027, 4322, 7285, 12774, 23131, 20899, 24576, 39653, 51261, 78135, 75824},
       78135},
      {"7x7 open",
       7,
       7,
       {1,     3,      29,     228,    444,     1332,    6726,    8352,    9582,    27397,  68625,
        99736, 302991, 481496, 829310, 1006750, 1430723, 2116925, 1945369, 2804073, 3050518},
       3589271},
      {"7x7 closed",
       7,
       7,
       {1,    1,     6,     33,    33,    99,    504,    640,    745,    1729,  3977,
        6201, 15218, 24024, 40908, 49134, 73737, 101867, 110310, 145476, 178502},
       178502},
      {"6x9 closed",
       6,
       9,
       {1,    1,    6,    17,   51,    218,   116,   144,   198,   408,   1035,   1978,
        2311, 3032, 4334, 7287, 12746, 23321, 21310, 25136, 53688, 83500, 150791, 235841},
       235841},
      {"5x10 open",
       5,
       10,
       {1,    3,     21,    30,    170,   299,   455,   799,   1057,  2141,  3612,  4456, 7498,
        8928, 12521, 12482, 15741, 32844, 32222, 48097, 36925, 41023, 73104, 46517, 66348},
       73104},
      {"5x24 closed",
       5,
       24,
       {1,   1,   5,   5,   15,   16,   19,   19,   24,   59,   124,  165, 272,
        404, 594, 792, 979, 2298, 3076, 4629, 4056, 4448, 7903, 7267, 9756},
       11194},
  };
  return boards;
}

TEST(PeakEstimate, IsWithinAFactorOfTwoFromTwoFifthsOfTheLevelsOn) {
  for (const Recorded& board : recorded()) {
    PeakEstimate estimate(board.rows, board.columns);
    int estimates = 0;
    for (std::size_t level = 0; level < board.frontiers.size(); ++level) {
      estimate.add(static_cast<int>(level), board.frontiers[level]);
      const auto states = estimate.states();
      const std::size_t columns = static_cast<std::size_t>(std::min(board.columns, 10));
      const bool due = 5 * level >= 2 * columns * static_cast<std::size_t>(board.rows);
      ASSERT_EQ(states.has_value(), due) << board.board << " level " << level;
      if (!due) continue;
      EXPECT_LT(*states, 2 * board.peak) << board.board << " level " << level;
      EXPECT_GT(2 * *states, board.peak) << board.board << " level " << level;
      ++estimates;
    }
    EXPECT_GT(estimates, 0) << board.board;
    estimate.add(static_cast<int>(board.frontiers.size()), board.peak);
    EXPECT_FALSE(estimate.states()) << board.board << ", past the middle";
  }
}

TEST(PeakEstimate, NeedsAColumnOfFrontiersBeforeIt) {
  const Recorded& board = recorded().front();
  PeakEstimate estimate(board.rows, board.columns);
  for (std::size_t level = 16; level < 22; ++level) {  // as after resuming at level 16
    estimate.add(static_cast<int>(level), board.frontiers[level]);
    EXPECT_FALSE(estimate.states()) << level;
  }
  estimate.add(22, board.frontiers[22]);
  EXPECT_TRUE(estimate.states());
}

TEST(PeakEstimate, HasNoneWhereNothingGrows) {
  PeakEstimate empty(5, 10);
  for (int level = 0; level < 25; ++level) {
    empty.add(level, 0);
    EXPECT_FALSE(empty.states());
  }
}

// The next frontier is what a level's children become.
std::string progress_text(const Recorded& board, bool estimates) {
  const std::atomic<std::uint64_t> expanded{0};
  StripProgress progress(board.rows, board.columns, estimates, expanded);
  for (std::size_t level = 0; level + 1 < board.frontiers.size(); ++level) {
    LevelStatistics row;
    row.depth = static_cast<int>(level);
    row.frontier = board.frontiers[level];
    row.generated = 2 * board.frontiers[level + 1];
    row.duplicates = board.frontiers[level + 1];
    progress.barrier(row);
  }
  return progress.text();
}

TEST(PeakEstimate, IsShownToTwoDigitsWhereItsRuleHolds) {
  const Recorded& board = recorded().front();
  EXPECT_NE(progress_text(board, true).find("000 expected)"), std::string::npos)
      << progress_text(board, true);
  EXPECT_EQ(progress_text(board, false).find("expected"), std::string::npos);
}

}  // namespace
}  // namespace ktour
