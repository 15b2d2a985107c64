// One run of the sliding-tiles model: from a board's size to its levels, and how far the farthest
// boards are.
#pragma once

#include <cstdint>
#include <optional>

#include "search_result.hpp"

namespace ktour {

struct TilesQuestion {
  int rows = 3;
  int columns = 3;
};

struct TilesAnswer {
  std::uint64_t states;    // boards that can be solved
  std::uint64_t depth;     // moves that the farthest of them take
  std::uint64_t farthest;  // how many take so many
};

// Dead ends are the boards from which no move leads farther. Every other board of a level is met
// again from the next one, so they are known, and on_level is called, one level late: in a run that
// ends early, the last level that was expanded is left out.
struct TilesResult : SearchResult {
  std::optional<TilesAnswer> answer;  // where the run is complete
};

// Does not throw for what happens on the way: the result then holds the complete levels and the
// failure. Throws UsageError for a board that the model does not take, DeviceError for a device
// that cannot be used.
TilesResult run_tiles_model(const TilesQuestion& question, const RunOptions& options);

}  // namespace ktour
