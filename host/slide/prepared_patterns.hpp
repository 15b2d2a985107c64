// The pattern databases of this process: of each shape once, from the cache, or built and cached.
#pragma once

#include <atomic>

#include "slide/pattern_heuristic.hpp"
#include "slide/tile_solver.hpp"

namespace ktour {

// Null where `stop` (may be null) went up before. `progress` may be null; see prepare_solver().
const PatternHeuristic* prepared_patterns(TileShape shape, const std::atomic<bool>* stop,
                                          PrepareProgress* progress, bool quiet);

}  // namespace ktour
