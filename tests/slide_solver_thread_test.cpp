// The solver's thread: answers, and that a newer board, a cancellation and the end stop what takes
// longer than any test.
#include "slide/solver_thread.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <chrono>
#include <exception>
#include <optional>
#include <random>
#include <thread>

#include "errors.hpp"

namespace ktour {
namespace {

constexpr SolverKind kKind = SolverKind::kConflictAStar;

// 68 slides from solved: IDA* with linear conflict takes minutes.
TileBoard hard_board() { return TileBoard::parse("15 14 8 12 10 11 13 9 2 6 5 1 3 7 4 0"); }

void begin_long_search(SolverThread& solver) {
  solver.solve(hard_board(), SolverKind::kConflictIda);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));  // so that it is mostly under way
}

std::optional<SolverAnswer> wait_for_answer(SolverThread& solver) {
  constexpr int kPatienceMs = 60'000;
  pollfd entry{solver.answers().descriptor(), POLLIN, 0};
  if (poll(&entry, 1, kPatienceMs) != 1) return std::nullopt;
  return solver.answers().try_receive();
}

void expect_shortest_route(const TileBoard& board, const std::optional<SolverAnswer>& answer) {
  ASSERT_TRUE(answer.has_value());
  ASSERT_FALSE(answer->failure);
  EXPECT_EQ(answer->board, board);
  EXPECT_EQ(answer->route.size(), solve(board, kKind, nullptr)->moves.size());
  TileBoard walked = board;
  for (const Slide slide : answer->route) {
    ASSERT_TRUE(walked.legal(slide));
    walked.slide(slide);
  }
  EXPECT_TRUE(walked.solved());
}

TEST(SlideSolverThread, AnswersOneBoardAfterAnother) {
  SolverThread solver;
  std::mt19937_64 random(1);
  for (int number = 0; number < 5; ++number) {
    const TileBoard board = TileBoard::random({3, 3}, random);
    solver.solve(board, kKind);
    expect_shortest_route(board, wait_for_answer(solver));
  }
}

TEST(SlideSolverThread, ANewerBoardStopsTheSearchForTheOlder) {
  SolverThread solver;
  std::mt19937_64 random(2);
  for (int number = 0; number < 5; ++number) {
    const TileBoard board = TileBoard::random({3, 3}, random);
    begin_long_search(solver);
    solver.solve(board, kKind);
    expect_shortest_route(board, wait_for_answer(solver));
  }
}

// Answers to older boards may come first; the newest one's comes, and it comes last.
TEST(SlideSolverThread, ThePlayerMayBeFasterThanTheSolver) {
  SolverThread solver;
  std::mt19937_64 random(3);
  TileBoard board({3, 3});
  for (int slides = 0; slides < 200; ++slides) {
    const Slide slide = kSlides[random() % kSlides.size()];
    if (!board.legal(slide)) continue;
    board.slide(slide);
    solver.solve(board, kKind);
  }
  std::optional<SolverAnswer> answer = wait_for_answer(solver);
  while (answer && answer->board != board) answer = wait_for_answer(solver);
  expect_shortest_route(board, answer);
}

TEST(SlideSolverThread, TheEndStopsTheSearch) {
  SolverThread solver;
  begin_long_search(solver);
}

TEST(SlideSolverThread, ACancelledBoardGetsNoAnswer) {
  SolverThread solver;
  solver.cancel();
  begin_long_search(solver);
  solver.cancel();
  const TileBoard board = TileBoard::parse("1 2 3 4 5 6 0 7 8");
  solver.solve(board, kKind);
  expect_shortest_route(board, wait_for_answer(solver));
}

TEST(SlideSolverThread, FailuresAreAnswersToo) {
  SolverThread solver;
  solver.solve(TileBoard::parse("2 1 3 4 5 6 7 8 0"), kKind);
  const std::optional<SolverAnswer> answer = wait_for_answer(solver);
  ASSERT_TRUE(answer.has_value());
  ASSERT_TRUE(answer->failure);
  EXPECT_THROW(std::rethrow_exception(answer->failure), UsageError);
}

}  // namespace
}  // namespace ktour
