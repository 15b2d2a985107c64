// The solvers: solutions are as short as breadth-first search says, bounds never exceed that and
// change by one slide at most, and a search ends soon after it is told to.
#include "slide/tile_solver.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>
#include <unordered_map>

#include "errors.hpp"
#include "slide/ida_star.hpp"
#include "slide/pattern_heuristic.hpp"
#include "slide/tile_heuristics.hpp"
#include "slide_distances.hpp"

namespace ktour {
namespace {

void expect_solution(const TileBoard& board, const std::optional<Solution>& solution,
                     int distance) {
  ASSERT_TRUE(solution.has_value());
  EXPECT_EQ(solution->moves.size(), static_cast<std::size_t>(distance)) << board.text();
  TileBoard moved = board;
  for (const Slide slide : solution->moves) {
    ASSERT_TRUE(moved.legal(slide));
    moved.slide(slide);
  }
  EXPECT_TRUE(moved.solved()) << board.text();
  EXPECT_GE(solution->generated + 1, solution->moves.size());
  EXPECT_GE(solution->expanded, solution->moves.size());
}

TEST(TileSolver, EveryBoardOf3x3) {
  const std::vector<DistantBoard> boards = all_distances({3, 3});
  for (std::size_t index = 0; index < boards.size(); index += kSlowdown)
    expect_solution(boards[index].board,
                    solve(boards[index].board, SolverKind::kPatternIda, nullptr),
                    boards[index].distance);
}

TEST(TileSolver, SomeBoardsOf3x3WithEverySolver) {
  const std::vector<DistantBoard> boards = all_distances({3, 3});
  for (const SolverName& solver : solver_names()) {
    SCOPED_TRACE(solver.name);
    for (std::size_t index = 0; index < boards.size();
         index += 499 * std::min(kSlowdown, std::size_t{5}))
      expect_solution(boards[index].board, solve(boards[index].board, solver.kind, nullptr),
                      boards[index].distance);
    expect_solution(boards.back().board, solve(boards.back().board, solver.kind, nullptr), 31);
  }
}

TEST(TileSolver, BoardsOfOtherShapes) {
  for (const TileShape shape : {TileShape{2, 2}, {2, 3}, {3, 2}, {2, 4}, {4, 2}}) {
    const std::vector<DistantBoard> boards = all_distances(shape);
    const std::size_t step = boards.size() / (200 / std::min(kSlowdown, std::size_t{5})) + 1;
    for (const SolverName& solver : solver_names()) {
      SCOPED_TRACE(shape.text() + ", " + std::string(solver.name));
      for (std::size_t index = 0; index < boards.size(); index += step)
        expect_solution(boards[index].board, solve(boards[index].board, solver.kind, nullptr),
                        boards[index].distance);
    }
  }
}

// Rows of more than four squares have no table of conflicts.
TEST(TileSolver, BoardsWithLongRows) {
  std::mt19937_64 random(4);
  for (const TileShape shape : {TileShape{2, 5}, {5, 2}, {2, 6}}) {
    SCOPED_TRACE(shape.text());
    TileBoard board(shape);
    for (int slides = 0; slides < 60; ++slides) {
      const Slide slide = kSlides[random() % kSlides.size()];
      if (board.legal(slide)) board.slide(slide);
    }
    const auto misplaced = solve(board, SolverKind::kMisplacedAStar, nullptr);
    ASSERT_TRUE(misplaced.has_value());
    for (const SolverName& solver : solver_names())
      expect_solution(board, solve(board, solver.kind, nullptr),
                      static_cast<int>(misplaced->moves.size()));
  }
}

// Korf's instances (Artificial Intelligence 27, 1985, table 1) with their numbers there and the
// lengths that he found; easy ones. His solved board has the blank first, so a board is turned
// by half and tile t becomes 16 - t.
struct KorfBoard {
  int number;
  std::array<int, 16> tiles;
  int moves;
};

const std::vector<KorfBoard> kKorfBoards{
    {9, {3, 14, 9, 11, 5, 4, 8, 2, 13, 12, 6, 7, 10, 1, 15, 0}, 46},
    {12, {14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15}, 45},
    {42, {4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10}, 42},
    {55, {13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11}, 41},
    {79, {0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15}, 42},
    {94, {5, 7, 11, 8, 0, 14, 9, 13, 10, 12, 3, 15, 6, 1, 4, 2}, 53},
    {97, {9, 14, 5, 7, 8, 15, 1, 2, 10, 4, 13, 6, 12, 0, 11, 3}, 44}};

TileBoard turned(const KorfBoard& korf) {
  std::string text;
  for (auto tile = korf.tiles.rbegin(); tile != korf.tiles.rend(); ++tile)
    text += std::to_string(*tile == 0 ? 0 : 16 - *tile) + " ";
  return TileBoard::parse(text);
}

TEST(TileSolver, KorfsBoards) {
  for (const KorfBoard& korf : kKorfBoards) {
    SCOPED_TRACE(korf.number);
    const TileBoard board = turned(korf);
    expect_solution(board, solve(board, SolverKind::kConflictIda, nullptr), korf.moves);
    if (kSlowdown == 1)
      expect_solution(board, solve(board, SolverKind::kConflictAStar, nullptr), korf.moves);
  }
}

TEST(TileSolver, KorfsBoardsByPatterns) {
  PatternHeuristic patterns({4, 4}, {{1, 2, 5, 6}, {3, 4, 7, 8}, {9, 10, 13, 14}, {11, 12, 15}});
  ThreadTeam team(2, nullptr);
  std::atomic<std::uint64_t> done{0};
  patterns.build(team, done);
  for (const KorfBoard& korf : kKorfBoards) {
    SCOPED_TRACE(korf.number);
    const TileBoard board = turned(korf);
    IdaStar<PatternHeuristic> search({4, 4}, patterns);
    expect_solution(board, search.run(TilePosition(board), nullptr), korf.moves);
  }
}

TEST(TileSolver, TakesNoBoardThatCannotBeSolved) {
  const TileBoard board = TileBoard::parse("1 2 3 4 5 6 8 7 0");
  for (const SolverName& solver : solver_names())
    EXPECT_THROW(solve(board, solver.kind, nullptr), UsageError);
}

TEST(TileSolver, NothingToDoForTheSolvedBoard) {
  for (const SolverName& solver : solver_names())
    expect_solution(TileBoard({3, 3}), solve(TileBoard({3, 3}), solver.kind, nullptr), 0);
}

// `most_change`: by one slide.
template <class Heuristic>
void expect_bounds(const std::vector<DistantBoard>& boards, const Heuristic& heuristic,
                   int most_change) {
  const SlideTable slides(boards.front().board.shape());
  for (std::size_t index = 0; index < boards.size(); index += kSlowdown) {
    const TilePosition position(boards[index].board);
    const auto estimate = heuristic.of(position);
    const int bound = Heuristic::slides(estimate);
    ASSERT_LE(bound, boards[index].distance) << boards[index].board.text();
    ASSERT_EQ(bound == 0, index == 0);
    for (const auto& [slide, square] : slides.of(position.blank)) {
      const TilePosition next = position.after_slide_from(square);
      const auto after =
          heuristic.after(estimate, position, {position.tile(square), square, position.blank});
      ASSERT_EQ(Heuristic::slides(after), Heuristic::slides(heuristic.of(next)));
      ASSERT_LE(std::abs(Heuristic::slides(after) - bound), most_change);
    }
  }
}

TEST(TileHeuristics, NeverTooLargeAndAllButPatternsConsistent) {
  for (const TileShape shape : {TileShape{3, 3}, {2, 4}, {4, 2}}) {
    SCOPED_TRACE(shape.text());
    const std::vector<DistantBoard> boards = all_distances(shape);
    expect_bounds(boards, MisplacedTiles(shape), 1);
    expect_bounds(boards, LinearConflict(shape), 1);
    PatternHeuristic patterns(shape, shape.squares() == 9
                                         ? TilePartition{{1, 2, 4, 5}, {3, 6, 7, 8}}
                                         : TilePartition{{1, 2, 5}, {3, 4}, {6, 7}});
    ThreadTeam team(1, nullptr);
    std::atomic<std::uint64_t> done{0};
    patterns.build(team, done);
    expect_bounds(boards, patterns, 31);  // not consistent
  }
}

//      2 1 3      The 1 and the 2 block each other: one must leave the row and come back.
//      4 5 6
//      7 8 .
TEST(TileHeuristics, LinearConflictCountsTheWayAround) {
  const auto bound = [](const std::string& text) {
    return LinearConflict({3, 3}).of(TilePosition(TileBoard::parse(text)));
  };
  EXPECT_EQ(bound("2 1 3 4 5 6 7 8 0"), 2 + 2);
  EXPECT_EQ(bound("3 2 1 4 5 6 7 8 0"), 4 + 4);  // two of three must leave
  EXPECT_EQ(bound("4 2 3 1 5 6 7 8 0"), 2 + 2);  // in a column
  EXPECT_EQ(bound("1 2 3 4 5 6 7 0 8"), 1);
}

// With the blank counted as a tile the bound is one too many for some boards. (All solutions of a
// board have the same parity, so even then none is longer than the shortest; but for a larger error
// they could be.)
TEST(TileHeuristics, CountingTheBlankAsATileExceedsTheDistanceByOne) {
  int excess = 0;
  for (const DistantBoard& board : all_distances({3, 3})) {
    const TilePosition position(board.board);
    const int with_blank = MisplacedTiles({3, 3}).of(position) + (board.board.blank() == 8 ? 0 : 1);
    excess = std::max(excess, with_blank - board.distance);
  }
  EXPECT_EQ(excess, 1);
}

// Each of these would need seconds or more.
TEST(TileSolver, StopsSoonAfterItIsTold) {
  using namespace std::chrono_literals;
  using Clock = std::chrono::steady_clock;
  const TileBoard board = turned({88, {15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4}, 65});
  for (const SolverKind kind :
       {SolverKind::kMisplacedAStar, SolverKind::kConflictAStar, SolverKind::kConflictIda}) {
    prepare_solver(kind, board.shape(), nullptr);
    std::atomic<bool> stop{false};
    Clock::time_point told;
    std::thread teller([&] {
      std::this_thread::sleep_for(30ms);
      told = Clock::now();
      stop = true;
    });
    const auto solution = solve(board, kind, &stop);
    const auto late = Clock::now() - told;
    teller.join();
    EXPECT_FALSE(solution.has_value());
    EXPECT_LT(late, 500ms);  // a few, on a machine with nothing else to do
  }
}

TEST(TileSolver, ABuildOfDatabasesStopsToo) {
  std::atomic<bool> stop{true};
  EXPECT_FALSE(prepare_solver(SolverKind::kPatternIda, {4, 4}, &stop));
  EXPECT_FALSE(solve(TileBoard({4, 4}), SolverKind::kPatternIda, &stop).has_value());
}

}  // namespace
}  // namespace ktour
