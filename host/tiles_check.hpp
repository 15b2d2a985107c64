// Checks of the sliding-tiles levels: a second breadth-first search, which shares nothing with the
// model, and the published values.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "tiles_run.hpp"
#include "verification.hpp"

namespace ktour {

// Boards by their distance from the goal. Every board has a number, and two bits of an array say
// whether it has been seen: a quarter of a byte for each of the k!/2 boards of k squares that could
// have an order of tiles right for the blank's row. Throws SpaceError, Interrupted.
std::vector<std::uint64_t> search_ranked_tiles(int rows, int columns, int threads,
                                               const std::atomic<bool>* stop = nullptr);

// Beyond, the array takes gigabytes.
inline constexpr int kMostSquaresRanked = 12;

// OEIS A151944 and A090163 (how many boards are that far); nothing beyond their terms here.
struct PublishedTiles {
  std::uint64_t depth;
  std::optional<std::uint64_t> farthest;
};
std::optional<PublishedTiles> published_tiles(int rows, int columns);

// Compares with both, with the former up to kMostSquaresRanked.
Verification verify_tiles(const TilesQuestion& question, const TilesResult& result,
                          const RunOptions& options);

}  // namespace ktour
