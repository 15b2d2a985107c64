#include "slide/tile_solver.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "slide/a_star.hpp"
#include "slide/ida_star.hpp"
#include "slide/prepared_patterns.hpp"
#include "slide/tile_heuristics.hpp"

namespace ktour {
namespace {

// The tables of linear conflict take longer to make than many a board to solve, so they stay.
const LinearConflict& linear_conflict(TileShape shape) {
  static std::mutex mutex;
  static std::map<std::pair<int, int>, std::unique_ptr<const LinearConflict>> made;
  const std::lock_guard lock(mutex);
  auto& heuristic = made[{shape.rows, shape.columns}];
  if (!heuristic) heuristic = std::make_unique<const LinearConflict>(shape);
  return *heuristic;
}

std::optional<Solution> search(const TileBoard& board, SolverKind kind,
                               const std::atomic<bool>* stop) {
  const TileShape shape = board.shape();
  const TilePosition start(board);
  switch (kind) {
    case SolverKind::kMisplacedAStar:
      return AStar<MisplacedTiles>(shape, MisplacedTiles(shape)).run(start, stop);
    case SolverKind::kConflictAStar:
      return AStar<LinearConflict>(shape, linear_conflict(shape)).run(start, stop);
    case SolverKind::kConflictIda:
      return IdaStar<LinearConflict>(shape, linear_conflict(shape)).run(start, stop);
    case SolverKind::kPatternIda:
      if (const auto* patterns = prepared_patterns(shape, stop, nullptr, true))
        return IdaStar<PatternHeuristic>(shape, *patterns).run(start, stop);
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

const std::vector<SolverName>& solver_names() {
  static const std::vector<SolverName> names{
      {SolverKind::kPatternIda, "patterns", "IDA*, additive pattern databases"},
      {SolverKind::kConflictIda, "ida", "IDA*, Manhattan distance with linear conflict"},
      {SolverKind::kConflictAStar, "conflict", "A*, Manhattan distance with linear conflict"},
      {SolverKind::kMisplacedAStar, "misplaced", "A*, misplaced tiles"}};
  return names;
}

bool prepare_solver(SolverKind kind, TileShape shape, const std::atomic<bool>* stop,
                    PrepareProgress* progress, bool quiet) {
  if (kind == SolverKind::kPatternIda)
    return prepared_patterns(shape, stop, progress, quiet) != nullptr;
  if (kind != SolverKind::kMisplacedAStar) linear_conflict(shape);
  return true;
}

std::optional<Solution> solve(const TileBoard& board, SolverKind kind,
                              const std::atomic<bool>* stop) {
  board.require_solvable();
  if (!prepare_solver(kind, board.shape(), stop, nullptr, true)) return std::nullopt;
  const auto begin = std::chrono::steady_clock::now();
  std::optional<Solution> solution = search(board, kind, stop);
  if (solution)
    solution->ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return solution;
}

}  // namespace ktour
