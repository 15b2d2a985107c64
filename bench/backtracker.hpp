// The plain backtracker that benchmarks compare with: one thread, depth first, bit masks, no
// merging and no pruning beyond the dead end itself. It visits every partial tour.
//
// It is fast by cheaper steps, not by fewer. A step takes the next untried move of the deepest
// position, and makes no choice that the processor would have to guess: a position leaves the stack
// with its last move, a child without moves is overwritten, both by adding a comparison to the
// depth. Each step still waits for the one before, so kWalks walks below different openings take
// turns and their waits overlap.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "board.hpp"

namespace ktour {

class Backtracker {
 public:
  explicit Backtracker(const Board& board) {
    for (int square = 0; square < board.area(); ++square)
      moves_[static_cast<std::size_t>(square)] = board.moves(square);
    // Before the first square every square is an untried move.
    openings_.push_back({board.present(), board.present()});
    for (int squares = 0; squares < kOpeningSquares; ++squares) split_openings();
  }

  // To be called once.
  void run() {
    std::array<Walk, kWalks> walks;
    while (all_busy(walks)) {
      // Negative as soon as one of them is.
      for (std::ptrdiff_t depths = 0; depths >= 0; nodes_ += kWalks)
        for (Walk& walk : walks) depths |= step(walk);
    }
    for (Walk& walk : walks)
      for (; walk.depth >= 0; ++nodes_) step(walk);
  }

  std::uint64_t tours() const { return tours_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  // One walk takes twice the time of four, and six are no faster.
  static constexpr std::size_t kWalks = 4;
  static constexpr int kOpeningSquares = 3;

  struct Position {
    std::uint64_t untried;  // moves not yet taken
    std::uint64_t unvisited;
  };

  // Every position from stack[0] to stack[depth] has an untried move.
  struct Walk {
    std::ptrdiff_t depth = -1;
    std::array<Position, Board::kMaxSquares + 1> stack;
  };

  Position take_move(Position& position) const {
    const auto square = static_cast<std::size_t>(std::countr_zero(position.untried));
    const std::uint64_t rest = position.untried & (position.untried - 1);
    const std::uint64_t unvisited = position.unvisited ^ position.untried ^ rest;
    position.untried = rest;
    return {moves_[square] & unvisited, unvisited};
  }

  std::ptrdiff_t step(Walk& walk) {
    Position& deepest = walk.stack[static_cast<std::size_t>(walk.depth)];
    const Position child = take_move(deepest);
    tours_ += child.unvisited == 0;
    walk.depth -= deepest.untried == 0;
    walk.stack[static_cast<std::size_t>(walk.depth + 1)] = child;
    walk.depth += child.untried != 0;
    return walk.depth;
  }

  void split_openings() {
    std::vector<Position> longer;
    for (Position& opening : openings_) {
      for (; opening.untried != 0; ++nodes_) {
        const Position child = take_move(opening);
        tours_ += child.unvisited == 0;
        if (child.untried != 0) longer.push_back(child);
      }
    }
    openings_.swap(longer);
  }

  // Gives idle walks an opening; false once there are none left.
  bool all_busy(std::array<Walk, kWalks>& walks) {
    for (Walk& walk : walks) {
      if (walk.depth >= 0) continue;
      if (openings_.empty()) return false;
      walk.depth = 0;
      walk.stack[0] = openings_.back();
      openings_.pop_back();
    }
    return true;
  }

  std::array<std::uint64_t, Board::kMaxSquares> moves_{};
  std::vector<Position> openings_;
  std::uint64_t tours_ = 0;
  std::uint64_t nodes_ = 0;
};

// Counts directed open tours from all starts, one by one, so 64 bits do not wrap within centuries.
// `nodes`, unless null, receives the number of partial tours from single squares to complete ones.
inline std::uint64_t backtrack_open_tours(const Board& board, std::uint64_t* nodes) {
  Backtracker backtracker(board);
  backtracker.run();
  if (nodes != nullptr) *nodes = backtracker.nodes();
  return backtracker.tours();
}

}  // namespace ktour
