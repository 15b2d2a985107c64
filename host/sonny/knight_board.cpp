#include "knight_board.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace ktour::sonny {
namespace {

constexpr std::array<Square, 8> kClockwise{
    {{-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}, {1, 2}, {2, 1}, {2, -1}, {1, -2}}};

}  // namespace

KnightBoard::KnightBoard(int rows, int columns) : rows_(rows), columns_(columns) {
  cells_ = static_cast<char**>(std::calloc(static_cast<std::size_t>(rows), sizeof(char*)));
  if (cells_ == nullptr) return;
  for (int row = 0; row < rows; ++row) {
    cells_[row] = static_cast<char*>(std::calloc(static_cast<std::size_t>(columns), 1));
    if (cells_[row] == nullptr) {
      release();
      return;
    }
  }
}

KnightBoard::KnightBoard(KnightBoard&& other) noexcept
    : rows_(other.rows_), columns_(other.columns_), cells_(std::exchange(other.cells_, nullptr)) {}

KnightBoard& KnightBoard::operator=(KnightBoard&& other) noexcept {
  if (this == &other) return *this;
  release();
  rows_ = other.rows_;
  columns_ = other.columns_;
  cells_ = std::exchange(other.cells_, nullptr);
  return *this;
}

KnightBoard KnightBoard::duplicate() const {
  KnightBoard copy(rows_, columns_);
  if (!copy.valid()) return copy;
  for (int row = 0; row < rows_; ++row)
    std::memcpy(copy.cells_[row], cells_[row], static_cast<std::size_t>(columns_));
  return copy;
}

void KnightBoard::release() {
  if (cells_ == nullptr) return;
  for (int row = 0; row < rows_; ++row) std::free(cells_[row]);
  std::free(cells_);
  cells_ = nullptr;
}

Moves KnightBoard::moves_from(Square square) const {
  Moves moves;
  for (const Square& step : kClockwise) {
    const int row = square.row + step.row;
    const int column = square.column + step.column;
    if (row < 0 || row >= rows_ || column < 0 || column >= columns_) continue;
    if (visited(row, column)) continue;
    moves.to[static_cast<std::size_t>(moves.count++)] = {row, column};
  }
  return moves;
}

std::int64_t board_bytes(int rows, int columns) {
  // The smallest block of glibc's malloc is 32 bytes, 16 of each are its own.
  const std::int64_t row_bytes = std::max<std::int64_t>(32, std::int64_t{columns} + 16);
  return rows * (row_bytes + static_cast<std::int64_t>(sizeof(char*))) + 16;
}

}  // namespace ktour::sonny
