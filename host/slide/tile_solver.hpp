// Shortest solutions of sliding-tile boards. All kinds find solutions of the same, the least number
// of slides; they differ in time and memory. Which one is for which board: docs/sliding-tiles.md.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "slide/tile_board.hpp"

namespace ktour {

enum class SolverKind { kPatternIda, kConflictIda, kConflictAStar, kMisplacedAStar };

struct SolverName {
  SolverKind kind;
  std::string_view name;  // for the command line
  std::string_view what;  // for people
};
// Those that are fast on large boards first.
const std::vector<SolverName>& solver_names();

struct Solution {
  std::vector<Slide> moves;
  std::uint64_t expanded = 0;   // boards of which the slides were tried
  std::uint64_t generated = 0;  // boards that came of it
  double ms = 0;
};

// How far prepare_solver() is; read while it runs.
struct PrepareProgress {
  std::atomic<std::uint64_t> done{0};  // of `all` steps; what a step is does not matter
  std::atomic<std::uint64_t> all{0};   // zero as long as there is nothing to build
};

// What a kind needs before the first board of a shape: for kPatternIda on 4x4 the databases, read
// from the cache, or built on all cores, which takes seconds, and cached. What is prepared stays
// with the process, so later calls return at once; any thread may call. False where `stop` (may be
// null) went up before. Unless `quiet`, a cache that cannot be used gets a line on stderr.
bool prepare_solver(SolverKind kind, TileShape shape, const std::atomic<bool>* stop,
                    PrepareProgress* progress = nullptr, bool quiet = false);

// Nothing where `stop` (may be null) went up before the end; it is looked at every few thousand
// boards, which is every millisecond or so. (A* with millions of boards takes longer to give up its
// memory.) Prepares, quietly, what is not prepared. Throws UsageError where the board cannot be
// solved, SpaceError where A* runs out of memory.
std::optional<Solution> solve(const TileBoard& board, SolverKind kind,
                              const std::atomic<bool>* stop);

}  // namespace ktour
