#include "dead_end_list.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <limits>

namespace ktour::sonny {
namespace {

constexpr std::int64_t kFirstCapacityBoards = 64;

}  // namespace

DeadEndList::DeadEndList(int rows, int columns)
    : rows_(rows), columns_(columns), words_per_board_((std::int64_t{rows} * columns + 63) / 64) {}

DeadEndList::~DeadEndList() { std::free(words_); }

bool DeadEndList::append(const KnightBoard& board) {
  const std::lock_guard lock(mutex_);
  if (boards_ == capacity_boards_) {
    const std::int64_t board_bytes = words_per_board_ * std::int64_t{sizeof(std::uint64_t)};
    if (capacity_boards_ > std::numeric_limits<std::int64_t>::max() / 2 / board_bytes) return false;
    const std::int64_t capacity = std::max(kFirstCapacityBoards, 2 * capacity_boards_);
    void* grown = std::realloc(words_, static_cast<std::size_t>(capacity * board_bytes));
    if (grown == nullptr) return false;
    words_ = static_cast<std::uint64_t*>(grown);
    capacity_boards_ = capacity;
  }
  std::uint64_t* words = words_ + boards_ * words_per_board_;
  std::fill_n(words, words_per_board_, std::uint64_t{0});
  std::int64_t square = 0;
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column, ++square)
      if (board.visited(row, column)) words[square / 64] |= std::uint64_t{1} << square % 64;
  ++boards_;
  return true;
}

const std::uint64_t* DeadEndList::words_of(std::int64_t board) const {
  return words_ + board * words_per_board_;
}

std::int64_t DeadEndList::covered(std::int64_t board) const {
  const std::uint64_t* words = words_of(board);
  std::int64_t squares = 0;
  for (std::int64_t word = 0; word < words_per_board_; ++word)
    squares += std::popcount(words[word]);
  return squares;
}

bool DeadEndList::visited(std::int64_t board, int row, int column) const {
  const std::int64_t square = std::int64_t{row} * columns_ + column;
  return (words_of(board)[square / 64] >> square % 64 & 1) != 0;
}

std::map<std::int64_t, std::int64_t> DeadEndList::boards_by_covered() const {
  std::map<std::int64_t, std::int64_t> count;
  for (std::int64_t board = 0; board < boards_; ++board) ++count[covered(board)];
  return count;
}

}  // namespace ktour::sonny
