// The lower bound from pattern databases: the values of the patterns that the tiles are divided
// into, added up. On a board as wide as high the mirror image about the diagonal through the
// blank's place needs as many slides as the board itself, so it is looked up too and the larger sum
// counts.
//
// The bound is not consistent: a table takes the blank to be wherever it suits the pattern best,
// which after a slide may be elsewhere, so a slide can change the bound by three. IDA* does not
// mind; A* would have to open boards again.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "slide/pattern_table.hpp"
#include "slide/tile_position.hpp"

namespace ktour {

// How the tiles of a shape are divided: the tiles of each pattern.
using TilePartition = std::vector<std::vector<int>>;
TilePartition tile_partition(TileShape shape);

// A heuristic as in tile_heuristics.hpp.
class PatternHeuristic {
 public:
  static constexpr std::size_t kMostPatterns = 8;

  // One look: at the board (0) or at its mirror image (1).
  struct Look {
    std::uint64_t squares = 0;  // of each tile, four bits a tile
    std::array<std::uint8_t, kMostPatterns> parts{};
    int sum = 0;
  };
  using Estimate = std::array<Look, 2>;

  // All values zero. Throws UsageError where the partition leaves a tile out or has one twice.
  PatternHeuristic(TileShape shape, const TilePartition& partition);

  TileShape shape() const { return shape_; }
  std::vector<PatternTable>& tables() { return tables_; }
  const std::vector<PatternTable>& tables() const { return tables_; }
  std::uint64_t placements() const;
  // As PatternTable::build(), one table after the other.
  void build(ThreadTeam& team, std::atomic<std::uint64_t>& done);

  static int slides(const Estimate& estimate) {
    return estimate[0].sum > estimate[1].sum ? estimate[0].sum : estimate[1].sum;
  }
  Estimate of(const TilePosition& position) const;
  Estimate after(const Estimate& estimate, const TilePosition&, const TileStep& step) const {
    Estimate next = estimate;
    move(next[0], step.tile, step.from, step.to);
    if (mirrored_)
      move(next[1], mirror_[static_cast<std::size_t>(step.tile - 1)] + 1,
           mirror_[static_cast<std::size_t>(step.from)],
           mirror_[static_cast<std::size_t>(step.to)]);
    return next;
  }

 private:
  void move(Look& look, int tile, int from, int to) const {
    const std::size_t pattern = pattern_of_[static_cast<std::size_t>(tile)];
    look.squares ^= static_cast<std::uint64_t>(from ^ to) << (4 * tile);
    const int part = tables_[pattern].slides(look.squares);
    look.sum += part - look.parts[pattern];
    look.parts[pattern] = static_cast<std::uint8_t>(part);
  }

  TileShape shape_;
  std::vector<PatternTable> tables_;
  std::array<std::size_t, TileBoard::kMostSquares> pattern_of_{};  // by tile
  std::array<int, TileBoard::kMostSquares> mirror_{};              // the square's image
  bool mirrored_;
};

}  // namespace ktour
