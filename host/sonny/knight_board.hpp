// A board as the assignment wants it allocated: calloc for m row pointers, calloc for each row of
// n squares. Every thread owns exactly one, made for it by its parent and freed by itself.
//
// An allocation that fails leaves an invalid board instead of throwing: an exception would unwind
// the frame of a parent whose children still run in it. The caller checks `valid()` and ends the
// program.
//
// Moves come in the assignment's order, clockwise from row - 1, column - 2:
//
//     . 2 . 3 .
//     1 . . . 4
//     . . S . .
//     8 . . . 5
//     . 7 . 6 .
#pragma once

#include <array>
#include <cstdint>

namespace ktour::sonny {

struct Square {
  int row = 0;
  int column = 0;
};

// The moves possible from one square, in clockwise order.
struct Moves {
  int count = 0;
  std::array<Square, 8> to{};
};

class KnightBoard {
 public:
  // Owns nothing; not valid.
  KnightBoard() = default;
  // A board with no square visited.
  KnightBoard(int rows, int columns);
  ~KnightBoard() { release(); }
  KnightBoard(KnightBoard&& other) noexcept;
  KnightBoard& operator=(KnightBoard&& other) noexcept;
  KnightBoard(const KnightBoard&) = delete;
  KnightBoard& operator=(const KnightBoard&) = delete;

  // A copy with memory of its own; check valid() on it.
  KnightBoard duplicate() const;
  void release();

  bool valid() const { return cells_ != nullptr; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  bool visited(int row, int column) const { return cells_[row][column] != 0; }
  void visit(Square square) { cells_[square.row][square.column] = 1; }
  Moves moves_from(Square square) const;

 private:
  int rows_ = 0;
  int columns_ = 0;
  char** cells_ = nullptr;
};

// What one board takes from the heap, malloc's own bytes estimated.
std::int64_t board_bytes(int rows, int columns);

}  // namespace ktour::sonny
