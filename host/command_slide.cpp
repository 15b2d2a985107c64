// `ktour slide`: the game in the terminal, a shortest solution of a board (--solve), and what the
// solvers take on random ones (--bench).
#include <fmt/core.h>

#include <optional>
#include <random>

#include "arguments.hpp"
#include "console.hpp"
#include "errors.hpp"
#include "progress.hpp"
#include "slide/game.hpp"
#include "slide/solver_comparison.hpp"
#include "slide/tile_solver.hpp"
#include "stop_flag.hpp"

namespace ktour {
namespace {

constexpr const char* kFastestSolver = "patterns";

// From where on A* with misplaced tiles takes more memory and time than anybody has patience for.
constexpr int kMostSquaresByMisplaced = 10;

// An empty name is the fastest one's.
const SolverName& solver_of(const std::string& given) {
  const std::string& name = given.empty() ? kFastestSolver : given;
  for (const SolverName& solver : solver_names())
    if (solver.name == name) return solver;
  throw UsageError(
      fmt::format("'{}' is no solver; there are misplaced, conflict, ida and patterns", name));
}

void prepare(SolverKind kind, TileShape shape, const std::atomic<bool>* stop) {
  PrepareProgress progress;
  const ProgressLine line(true, [&] {
    const std::uint64_t all = progress.all;
    return fmt::format("building the pattern databases: {}%",
                       all == 0 ? 0 : 100 * progress.done / all);
  });
  if (!prepare_solver(kind, shape, stop, &progress)) throw Interrupted();
}

std::string moves_text(const std::vector<Slide>& moves) {
  constexpr std::size_t kInLine = 10;
  std::string text = fmt::format("{} move{}; a move is the way that a tile slides\n", moves.size(),
                                 moves.size() == 1 ? "" : "s");
  for (std::size_t index = 0; index < moves.size(); ++index)
    text += fmt::format("{}{}", name_of(moves[index]),
                        index % kInLine == kInLine - 1 || index + 1 == moves.size() ? '\n' : ' ');
  return text;
}

int solve_board(const SlideArguments& arguments, const std::atomic<bool>* stop) {
  const TileBoard board =
      arguments.size.empty() ? TileBoard::parse(*arguments.board)
                             : TileBoard::parse(*arguments.board, TileShape::parse(arguments.size));
  board.require_solvable();
  const SolverName& solver = solver_of(arguments.solver);
  prepare(solver.kind, board.shape(), stop);
  const auto solution = solve(board, solver.kind, stop);
  if (!solution) throw Interrupted();
  say(moves_text(solution->moves));
  note(fmt::format("{}: {} boards expanded, {} generated, {:.2f} ms\n", solver.what,
                   solution->expanded, solution->generated, solution->ms));
  return kExitDone;
}

TileShape size_or_3x3(const SlideArguments& arguments) {
  return arguments.size.empty() ? TileShape{3, 3} : TileShape::parse(arguments.size);
}

int compare_solvers(const SlideArguments& arguments, const std::atomic<bool>* stop) {
  const TileShape shape = size_or_3x3(arguments);
  std::vector<SolverName> solvers = solver_names();
  if (!arguments.solver.empty()) solvers = {solver_of(arguments.solver)};
  const std::uint64_t seed = arguments.seed.value_or(1);
  SolverComparison comparison(shape, arguments.boards, seed);
  say(fmt::format("{} random {} boards, seed {}\n\n{}", arguments.boards, shape.text(), seed,
                  comparison.header()));
  for (const SolverName& solver : solvers) {
    if (arguments.solver.empty() && solver.kind == SolverKind::kMisplacedAStar &&
        shape.squares() > kMostSquaresByMisplaced) {
      say(fmt::format("{:<10} left out: a {} board takes it too many boards\n", solver.name,
                      shape.text()));
      continue;
    }
    prepare(solver.kind, shape, stop);
    const ProgressLine line(true, [&] {
      return fmt::format("{}: {} of {} boards solved", solver.name, comparison.done(),
                         arguments.boards);
    });
    const bool complete = comparison.run(solver, stop);
    say(comparison.row());
    if (!complete) {
      say(fmt::format("\n{}interrupted: the last row is of the boards solved before\n",
                      comparison.summary()));
      throw Interrupted();
    }
  }
  say("\n" + comparison.summary());
  return kExitDone;
}

}  // namespace

int command_slide(const SlideArguments& arguments) {
  const std::atomic<bool>* const stop = stop_on_signals();
  if (arguments.compares) return compare_solvers(arguments, stop);
  if (arguments.board) return solve_board(arguments, stop);
  return play_slide(size_or_3x3(arguments), arguments.seed.value_or(std::random_device()()),
                    solver_of(arguments.solver).kind);
}

}  // namespace ktour
