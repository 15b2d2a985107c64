// The shared list of dead-end boards, in the order they were found.
//
// A board is one bit per square, set where Sonny has been, rounded up to whole 64-bit words: 8
// bytes for a 5x5 board, so that its 625,004 dead ends take 5 MB instead of 131 MB of text. The
// array grows by realloc, doubling. append() may be called by any thread; reading is for the main
// thread once every other one has been joined.
//
//     word 0 of a 3x3 board      bit 0 1 2
//                                    3 4 5     SSS/S.S/SSS is 111101111
//                                    6 7 8
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

#include "knight_board.hpp"

namespace ktour::sonny {

class DeadEndList {
 public:
  DeadEndList(int rows, int columns);
  ~DeadEndList();
  DeadEndList(const DeadEndList&) = delete;
  DeadEndList& operator=(const DeadEndList&) = delete;

  // False where realloc failed; the boards already in the list are still there.
  [[nodiscard]] bool append(const KnightBoard& board);

  std::int64_t boards() const { return boards_; }
  std::int64_t covered(std::int64_t board) const;
  bool visited(std::int64_t board, int row, int column) const;
  // How many boards there are for each number of squares covered.
  std::map<std::int64_t, std::int64_t> boards_by_covered() const;

 private:
  const std::uint64_t* words_of(std::int64_t board) const;

  int rows_;
  int columns_;
  std::int64_t words_per_board_;
  std::mutex mutex_;
  std::int64_t boards_ = 0;
  std::int64_t capacity_boards_ = 0;
  std::uint64_t* words_ = nullptr;
};

}  // namespace ktour::sonny
