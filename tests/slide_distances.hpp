// The least number of slides to the solved board, of every board that can be solved: plain
// breadth-first search with TileBoard's own slides, which shares nothing with the solvers.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "slide/tile_board.hpp"

namespace ktour {

struct DistantBoard {
  TileBoard board;
  int distance;
};

// By distance.
inline std::vector<DistantBoard> all_distances(TileShape shape) {
  std::vector<DistantBoard> boards{{TileBoard(shape), 0}};
  std::unordered_map<std::uint64_t, int> met{{boards.front().board.packed(), 0}};
  for (std::size_t index = 0; index < boards.size(); ++index)
    for (const Slide slide : kSlides) {
      DistantBoard next = boards[index];
      if (!next.board.legal(slide)) continue;
      next.board.slide(slide);
      ++next.distance;
      if (met.emplace(next.board.packed(), next.distance).second) boards.push_back(next);
    }
  return boards;
}

// Sanitizers make everything ten times slower; there a sample has to do.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kSlowdown = 50;
#else
constexpr std::size_t kSlowdown = 1;
#endif

}  // namespace ktour
