// Lower bounds on the slides that a board needs. Those of this file are consistent: a slide changes
// them by no more than one, so A* never has to open a board again.
//
// A heuristic has `Estimate` (what is known of one board; `slides(estimate)` is the bound),
// `of(position)`, and `after(estimate, before, step)`, which is `of` the board after the step.
//
// Misplaced tiles: each needs a slide. The blank is no tile; counting it too, as is often done,
// gives 2 for boards that are one slide from solved.
//
// Manhattan distance: each tile has to cross the rows and columns between it and its place. Linear
// conflict: of tiles that stand in the line they belong to in the wrong order, all but those of a
// longest run in the right order must leave the line and come back, two slides each that the
// distance does not count (Hansson, Mayer and Yung, 1992).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "slide/tile_board.hpp"
#include "slide/tile_position.hpp"

namespace ktour {

class MisplacedTiles {
 public:
  using Estimate = int;

  explicit MisplacedTiles(TileShape shape) : squares_(shape.squares()) {}

  static int slides(Estimate estimate) { return estimate; }
  Estimate of(const TilePosition& position) const {
    int misplaced = 0;
    for (int square = 0; square < squares_; ++square)
      misplaced += position.tile(square) != 0 && !is_home(position.tile(square), square) ? 1 : 0;
    return misplaced;
  }
  static Estimate after(Estimate estimate, const TilePosition&, const TileStep& step) {
    return estimate + (is_home(step.tile, step.from) ? 1 : 0) -
           (is_home(step.tile, step.to) ? 1 : 0);
  }

 private:
  static bool is_home(int tile, int square) { return tile == square + 1; }

  int squares_;
};

class LinearConflict {
 public:
  using Estimate = int;

  explicit LinearConflict(TileShape shape);

  static int slides(Estimate estimate) { return estimate; }
  Estimate of(const TilePosition& position) const;
  Estimate after(Estimate estimate, const TilePosition& before, const TileStep& step) const;

 private:
  // The tiles of a row or a column in order, four bits each.
  using Line = std::uint64_t;
  static constexpr int kLongestInTable = 4;

  Line row(std::uint64_t tiles, int row) const;
  Line column(std::uint64_t tiles, int column) const;
  int row_conflict(int row, Line line) const;
  int column_conflict(int column, Line line) const;
  // Rows first, then columns: whether the line belongs to `tile`, and which place in it, or -1.
  int place_in_line(int index, int tile) const;
  int count_conflict(int index, Line line, int length) const;
  std::vector<std::uint8_t> conflicts_of(int index, int length) const;

  TileShape shape_;
  // distance_[tile][square]; the blank's is zero.
  std::array<std::array<std::int8_t, TileBoard::kMostSquares>, TileBoard::kMostSquares> distance_{};
  // The extra slides of every content of a line, by line; empty for lines of more than four
  // squares, which are looked at each time.
  std::vector<std::vector<std::uint8_t>> row_conflicts_;
  std::vector<std::vector<std::uint8_t>> column_conflicts_;
};

}  // namespace ktour
