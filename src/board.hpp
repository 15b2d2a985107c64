// The board: m rows by n columns of squares, some of them possibly missing, and the knight's moves.
//
// Squares are numbered row * columns + column, 0 at the upper left:
//
//     3 x 4      0  1  2  3        a3 b3 c3 d3      chess names: a1 is the lower left corner,
//                4  5  6  7        a2 b2 c2 d2      columns past z go on with aa, ab, ...
//                8  9 10 11        a1 b1 c1 d1
//
// A set of squares is a 64-bit mask, bit i for square i, so a board has at most 64 squares. Missing
// squares are never visited and appear in no mask but `missing()`.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler.hpp"

namespace ktour {

class Board {
 public:
  static constexpr int kMaxSquares = 64;

  // Throws UsageError where the board is empty, has more than 64 squares, or `missing` lies
  // outside.
  Board(int rows, int columns, std::uint64_t missing = 0);

  // Reads "5x6" (also with X). Throws UsageError.
  static Board parse(std::string_view text);

  // The same rectangle without the squares of `missing`.
  Board without(std::uint64_t missing) const { return Board(rows_, columns_, missing); }

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  // Squares of the rectangle, missing ones included.
  int area() const { return rows_ * columns_; }
  // Squares that exist: the length of a tour.
  int squares() const { return popcount(present_); }
  std::uint64_t present() const { return present_; }
  std::uint64_t missing() const { return rectangle() & ~present_; }
  bool has(int square) const { return (present_ >> square & 1) != 0; }

  // The present squares one knight's move away from a present square; empty for a missing one.
  std::uint64_t moves(int square) const { return moves_[static_cast<std::size_t>(square)]; }
  // The present squares whose row + column is even: the colour of square 0.
  std::uint64_t even_squares() const;

  // Reads "r,c" (0-based, from the upper left) or a chess name. Throws UsageError.
  int parse_square(std::string_view text) const;
  std::string chess_name(int square) const;

  // "5x5", and "5x5 without a1,b2" where squares are missing.
  std::string name() const;

  // Each symmetry of the rectangle (4, or 8 where it is a square) as the image of every square, the
  // identity first. Missing squares are not looked at: a symmetry may move them.
  std::vector<std::vector<int>> rectangle_symmetries() const;

 private:
  std::uint64_t rectangle() const;

  int rows_;
  int columns_;
  std::uint64_t present_;
  std::array<std::uint64_t, kMaxSquares> moves_{};
};

}  // namespace ktour
