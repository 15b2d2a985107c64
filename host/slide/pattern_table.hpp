// A pattern database: for every placement of a few tiles, the pattern, the least number of slides
// *of these tiles* that brings them home, whatever the others do. Values of patterns without a
// common tile add up to a lower bound (Korf and Felner, 2002).
//
// Placements are numbered without gaps. The squares of the tiles are the digits, in the order of
// the tiles; each counts the free squares before it, so the next has one choice less:
//
//      . 5 . 1      tiles 1 and 5, in this order, on 2x4:
//      . . . .      square 3, then square 1, as the second of the seven free ones:  3 * 7 + 1
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "slide/tile_position.hpp"
#include "thread_team.hpp"

namespace ktour {

class PatternTable {
 public:
  // All values zero.
  PatternTable(TileShape shape, std::vector<int> tiles);

  const std::vector<int>& tiles() const { return tiles_; }
  std::span<std::uint8_t> values() { return values_; }
  std::span<const std::uint8_t> values() const { return values_; }

  // `squares`: the square of each tile, four bits a tile.
  int slides(std::uint64_t squares) const { return values_[rank(squares)]; }
  std::uint32_t rank(std::uint64_t squares) const {
    std::uint32_t taken = 0;
    std::uint32_t rank = 0;
    auto choices = static_cast<std::uint32_t>(shape_.squares());
    for (const int tile : tiles_) {
      const std::uint32_t square = 1U << nibble(squares, tile);
      const auto free_before = static_cast<std::uint32_t>(std::popcount((square - 1) & ~taken));
      rank = rank * choices-- + free_before;
      taken |= square;
    }
    return rank;
  }
  // The other way round; other tiles' bits are zero.
  std::uint64_t unrank(std::uint32_t rank) const;

  // Finds the values, breadth first from the solved board. `done` is counted up by the placements
  // reached. Throws Interrupted where the team's stop flag goes up; then build it again.
  void build(ThreadTeam& team, std::atomic<std::uint64_t>& done);

 private:
  TileShape shape_;
  std::vector<int> tiles_;
  std::vector<std::uint8_t> values_;  // by rank
};

}  // namespace ktour
