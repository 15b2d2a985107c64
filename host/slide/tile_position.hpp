// What the solvers search on: the board as one word, and the slides from every square of the blank.
//
//      square  15  14       2    1    0
//      word   |t15|t14|...| t2 | t1 | t0 |     four bits a square, as TileBoard::packed()
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "slide/tile_board.hpp"

namespace ktour {

constexpr std::uint64_t nibble(std::uint64_t word, int index) { return word >> (4 * index) & 15; }

struct TilePosition {
  std::uint64_t tiles = 0;
  int blank = 0;  // its square

  explicit TilePosition(const TileBoard& board) : tiles(board.packed()), blank(board.blank()) {}
  TilePosition(std::uint64_t word, int blank_square) : tiles(word), blank(blank_square) {}

  int tile(int square) const { return static_cast<int>(nibble(tiles, square)); }
  TilePosition after_slide_from(int square) const {
    const std::uint64_t tile = nibble(tiles, square);
    return {tiles ^ tile << (4 * square) ^ tile << (4 * blank), square};
  }
};

// One tile's way: what a heuristic needs to know of a slide.
struct TileStep {
  int tile;
  int from;
  int to;  // where the blank was
};

struct SlideFrom {
  Slide slide;
  std::uint8_t square;  // whose tile slides
};

// By the square of the blank, in the order of kSlides.
class SlideTable {
 public:
  explicit SlideTable(TileShape shape);

  const std::vector<SlideFrom>& of(int blank) const {
    return slides_[static_cast<std::size_t>(blank)];
  }

 private:
  std::array<std::vector<SlideFrom>, TileBoard::kMostSquares> slides_;
};

}  // namespace ktour
