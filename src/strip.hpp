// The board as the profile model walks it: a strip of few rows and any number of columns, squares
// numbered column by column.
//
//     3 x n     0  3  6  9 ..        a knight's move changes the column by at most two, so only the
//               1  4  7 10 ..        next two columns can have been touched by what was chosen
//               2  5  8 11 ..        before a column is done
//
// A board with more rows than columns is turned; the number of tours does not change. On boards of
// up to 64 squares, squares may be missing, and tours may be asked for from some squares or to some
// squares only.
#pragma once

#include <cstdint>
#include <string>

#include "board.hpp"
#include "compiler.hpp"
#include "errors.hpp"

namespace ktour {

struct Strip {
  static constexpr int kMostRows = 12;
  static constexpr int kMostColumns = 1'000'000;

  int rows = 0;
  int columns = 0;
  bool whole = true;                         // no square missing: `present` is not looked at
  std::uint64_t present = 0;                 // column by column
  std::uint64_t starts = ~std::uint64_t{0};  // likewise; only where `some_starts`
  bool some_starts = false;
  std::uint64_t ends = ~std::uint64_t{0};  // where a tour may end, likewise; only where `some_ends`
  bool some_ends = false;

  // All squares present. Throws UsageError.
  static Strip rectangle(int rows, int columns) {
    const Strip strip{rows < columns ? rows : columns, rows < columns ? columns : rows};
    if (rows < 1 || columns < 1) throw UsageError("a board has at least one row and one column");
    if (strip.rows > kMostRows || strip.columns > kMostColumns)
      throw UsageError("the profile model takes boards of at most " + std::to_string(kMostRows) +
                       " rows (or columns) and " + std::to_string(kMostColumns) +
                       " squares the other way");
    return strip;
  }

  // `start_squares` and `end_squares` in the board's numbering; all present squares: no
  // restriction. Throws UsageError.
  static Strip of(const Board& board, std::uint64_t start_squares,
                  std::uint64_t end_squares = ~std::uint64_t{0}) {
    Strip strip = rectangle(board.rows(), board.columns());
    const bool turned = strip.rows != board.rows();
    strip.whole = board.missing() == 0;
    strip.some_starts = start_squares != board.present();
    strip.some_ends = (end_squares & board.present()) != board.present();
    strip.starts = strip.ends = 0;
    for (int square = 0; square < board.area(); ++square) {
      const int row = square / board.columns();
      const int column = square % board.columns();
      const int number = turned ? square : column * strip.rows + row;
      strip.present |= (board.present() >> square & 1) << number;
      strip.starts |= (start_squares >> square & 1) << number;
      strip.ends |= (end_squares >> square & 1) << number;
    }
    return strip;
  }

  friend bool operator==(const Strip&, const Strip&) = default;

  std::int64_t squares() const { return whole ? std::int64_t{rows} * columns : popcount(present); }

  // The present squares of column `first` and later, square 0 of that column at bit 0; where all
  // are present, as many columns as the mask holds.
  KTOUR_HD std::uint64_t present_from(int first) const {
    const int left = rows * (columns - first < 64 ? columns - first : 64);
    const std::uint64_t rectangle = left >= 64 ? ~std::uint64_t{0} : bit(left) - 1;
    return whole ? rectangle : shifted(present, first);
  }
  KTOUR_HD std::uint64_t starts_from(int first) const {
    return some_starts ? shifted(starts, first) : ~std::uint64_t{0};
  }

  KTOUR_HD std::uint64_t ends_from(int first) const {
    return some_ends ? shifted(ends, first) : ~std::uint64_t{0};
  }

  // Whether it stays the same turned upside down.
  bool is_mirror_symmetric() const {
    for (int number = 0; number < 64 && (!whole || some_starts || some_ends); ++number) {
      const int mirrored = number / rows * rows + rows - 1 - number % rows;
      if (mirrored >= 64 || number >= rows * columns) continue;
      if (!whole && ((present >> number ^ present >> mirrored) & 1) != 0) return false;
      if (some_starts && ((starts >> number ^ starts >> mirrored) & 1) != 0) return false;
      if (some_ends && ((ends >> number ^ ends >> mirrored) & 1) != 0) return false;
    }
    return true;
  }

 private:
  KTOUR_HD std::uint64_t shifted(std::uint64_t mask, int first) const {
    return rows * first >= 64 ? 0 : mask >> (rows * first);
  }
};

}  // namespace ktour
