#include "slide/pattern_heuristic.hpp"

#include <algorithm>
#include <numeric>

#include "errors.hpp"

namespace ktour {

// Tiles that belong side by side do most for each other, so patterns are blocks. Of 4x4:
//
//      A  C  C  C
//      A  A  B  B      6, 6 and 3 tiles; measured against others in docs/sliding-tiles.md
//      A  A  B  B
//      A  B  B  .
TilePartition tile_partition(TileShape shape) {
  if (shape == TileShape{4, 4}) return {{1, 5, 6, 9, 10, 13}, {7, 8, 11, 12, 14, 15}, {2, 3, 4}};
  constexpr int kMostTiles = 6;
  const int tiles = shape.squares() - 1;
  const int patterns = (tiles + kMostTiles - 1) / kMostTiles;
  TilePartition partition;
  int next = 1;
  for (int left = patterns; left > 0; --left) {
    std::vector<int>& pattern = partition.emplace_back();
    const int end = next + (tiles - next + 1 + left - 1) / left;
    while (next < end) pattern.push_back(next++);
  }
  return partition;
}

PatternHeuristic::PatternHeuristic(TileShape shape, const TilePartition& partition)
    : shape_(shape), mirrored_(shape.rows == shape.columns) {
  std::vector<int> all;
  for (const std::vector<int>& tiles : partition) all.insert(all.end(), tiles.begin(), tiles.end());
  std::ranges::sort(all);
  std::vector<int> expected(static_cast<std::size_t>(shape.squares() - 1));
  std::iota(expected.begin(), expected.end(), 1);
  if (all != expected || partition.size() > kMostPatterns)
    throw UsageError("a partition has every tile in one pattern, and at most " +
                     std::to_string(kMostPatterns) + " patterns");
  for (const std::vector<int>& tiles : partition) {
    for (const int tile : tiles) pattern_of_[static_cast<std::size_t>(tile)] = tables_.size();
    tables_.emplace_back(shape, tiles);
  }
  if (mirrored_)
    for (int square = 0; square < shape.squares(); ++square)
      mirror_[static_cast<std::size_t>(square)] =
          square % shape.columns * shape.columns + square / shape.columns;
}

std::uint64_t PatternHeuristic::placements() const {
  std::uint64_t placements = 0;
  for (const PatternTable& table : tables_) placements += table.values().size();
  return placements;
}

void PatternHeuristic::build(ThreadTeam& team, std::atomic<std::uint64_t>& done) {
  for (PatternTable& table : tables_) table.build(team, done);
}

PatternHeuristic::Estimate PatternHeuristic::of(const TilePosition& position) const {
  Estimate estimate;
  for (int square = 0; square < TileBoard::kMostSquares; ++square) {
    const int tile = position.tile(square);
    if (tile == 0) continue;
    estimate[0].squares |= static_cast<std::uint64_t>(square) << (4 * tile);
    if (!mirrored_) continue;
    const int image = mirror_[static_cast<std::size_t>(square)];
    estimate[1].squares |= static_cast<std::uint64_t>(image)
                           << (4 * (mirror_[static_cast<std::size_t>(tile - 1)] + 1));
  }
  for (Look& look : estimate) {
    if (&look == &estimate[1] && !mirrored_) break;
    for (std::size_t pattern = 0; pattern < tables_.size(); ++pattern) {
      const int part = tables_[pattern].slides(look.squares);
      look.parts[pattern] = static_cast<std::uint8_t>(part);
      look.sum += part;
    }
  }
  return estimate;
}

}  // namespace ktour
