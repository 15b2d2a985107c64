// The part of a strip that a state of the profile model sees: whole columns, the one in work first.
//
//     m = 3    0  3  6  9      vertex = column * m + row, relative to the column in work; the
//              1  4  7 10      apexes follow, here as 12 and 13. Once a column is done, everything
//              2  5  8 11      but the apexes moves down by m
//
// Masks of vertices are words, so that a question to all squares at once takes a few shifts.
#pragma once

#include <cstdint>

#include "compiler.hpp"
#include "strip.hpp"

namespace ktour {

// Which vertices have at least one, two and three of something.
struct Tally {
  std::uint64_t one = 0;
  std::uint64_t two = 0;
  std::uint64_t three = 0;

  KTOUR_HD void add(std::uint64_t mask) {
    three |= two & mask;
    two |= one & mask;
    one |= mask;
  }
  KTOUR_HD void set(int vertex, int number) {
    one = (one & ~bit(vertex)) | std::uint64_t{number >= 1} << vertex;
    two = (two & ~bit(vertex)) | std::uint64_t{number >= 2} << vertex;
    three = (three & ~bit(vertex)) | std::uint64_t{number >= 3} << vertex;
  }
  KTOUR_HD friend Tally operator+(const Tally& a, const Tally& b) {
    return {a.one | b.one, a.two | b.two | (a.one & b.one),
            a.three | b.three | (a.two & b.one) | (a.one & b.two)};
  }
};

class ProfileWindow {
 public:
  ProfileWindow(int rows, int columns, int apexes)
      : rows_(rows), columns_(columns), first_apex_(rows * columns) {
    squares_ = bit(first_apex_) - 1;
    apexes_ = (bit(apexes) - 1) << first_apex_;
    last_two_ = columns < 2 ? squares_ : squares_ & ~(bit(rows * (columns - 2)) - 1);
    for (int column = 0; column < columns; ++column) {
      first_row_ |= bit(column * rows);
      for (int row = 0; row < rows; ++row) {
        const int square = column * rows + row;
        for (const int step : {1, 2}) {
          if (row >= step) has_above_[step - 1] |= bit(square);
          if (row + step < rows) has_below_[step - 1] |= bit(square);
        }
        if ((column + row) % 2 == 0) checkered_ |= bit(square);
        mirrored_[square] = static_cast<std::uint8_t>(column * rows + rows - 1 - row);
        for (int to_column = 0; to_column < columns; ++to_column)
          for (int to_row = 0; to_row < rows; ++to_row)
            if ((column - to_column) * (row - to_row) == 2 ||
                (column - to_column) * (row - to_row) == -2)
              moves_[square] |= bit(to_column * rows + to_row);
      }
    }
    for (int apex = first_apex_; apex < first_apex_ + apexes; ++apex)
      mirrored_[apex] = static_cast<std::uint8_t>(apex);
  }

  KTOUR_HD int columns() const { return columns_; }
  KTOUR_HD int first_apex() const { return first_apex_; }
  KTOUR_HD std::uint64_t squares() const { return squares_; }
  KTOUR_HD std::uint64_t apexes() const { return apexes_; }
  // The squares that have moves beyond the window, where there is a beyond.
  KTOUR_HD std::uint64_t last_two_columns() const { return last_two_; }
  // The squares of one colour, square 0 among them.
  KTOUR_HD std::uint64_t checkered() const { return checkered_; }
  // Squares a move away from a square; none from an apex.
  KTOUR_HD std::uint64_t moves(int vertex) const { return moves_[vertex]; }

  // How many squares of `open` are a move away from each square. Bits of apexes have no meaning.
  KTOUR_HD Tally moves_to(std::uint64_t open) const {
    open &= squares_;
    const Tally near = from_rows(open, 1);
    const Tally far = from_rows(open, 2);
    return from_columns(near, 2 * rows_) + from_columns(far, rows_);
  }

  // Where vertices are once the window has moved on by a column, of which there is nothing left.
  KTOUR_HD std::uint64_t move_on(std::uint64_t mask) const {
    return (mask & squares_) >> rows_ | (mask & apexes_);
  }
  KTOUR_HD int move_on(int vertex) const { return vertex < first_apex_ ? vertex - rows_ : vertex; }

  KTOUR_HD std::uint64_t mirrored(std::uint64_t mask) const {
    std::uint64_t turned = mask & apexes_;
    for (int row = 0; row < rows_; ++row) {
      const int by = rows_ - 1 - 2 * row;
      const std::uint64_t squares = mask & (first_row_ << row);
      turned |= by >= 0 ? squares << by : squares >> -by;
    }
    return turned;
  }
  KTOUR_HD int mirrored(int vertex) const { return mirrored_[vertex]; }

 private:
  // Squares of `open` that are `step` rows away, above or below.
  KTOUR_HD Tally from_rows(std::uint64_t open, int step) const {
    const std::uint64_t above = open << step & has_above_[step - 1];
    const std::uint64_t below = open >> step & has_below_[step - 1];
    return {above | below, above & below, 0};
  }
  // A tally of up to two, `step` squares away to the left and to the right.
  KTOUR_HD static Tally from_columns(const Tally& tally, int step) {
    return Tally{tally.one << step, tally.two << step, 0} +
           Tally{tally.one >> step, tally.two >> step, 0};
  }

  int rows_;
  int columns_;
  int first_apex_;
  std::uint64_t squares_ = 0;
  std::uint64_t apexes_ = 0;
  std::uint64_t last_two_ = 0;
  std::uint64_t first_row_ = 0;
  std::uint64_t checkered_ = 0;
  std::uint64_t has_above_[2] = {};  // squares with one, with two rows above them
  std::uint64_t has_below_[2] = {};
  std::uint64_t moves_[64] = {};
  std::uint8_t mirrored_[64] = {};
};

}  // namespace ktour
