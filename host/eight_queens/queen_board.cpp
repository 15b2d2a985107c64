#include "queen_board.hpp"

#include <cstddef>
#include <cstdlib>
#include <iostream>

namespace ktour::eight_queens {

Board::Board() { queens.resize(BOARD_SIZE); }

void Board::do8Queens() { placeQueens(0, 0); }

// The recursion: to fill columns col, col+1, ... put a queen on a safe square of column col and fill
// columns col+1, ..., which is the same task with one column less. With no column left, all is done.
// Where the rest cannot be filled, the queen just placed is what stands in its way: she goes on to her
// next safe square. Where she has none left either, the caller's queen has to move: that is
// backtracking, and it takes no more than returning false.
bool Board::placeQueens(int row, int col) {
  if (col == BOARD_SIZE) return true;
  bool solved = false;
  while (!solved && findNextSafeSquare(row, col)) {
    queens[static_cast<std::size_t>(col)].setRow(row);
    solved = placeQueens(0, col + 1);
    ++row;
  }
  return solved;
}

bool Board::findNextSafeSquare(int& row, int col) {
  while (row < BOARD_SIZE && isUnderAttack(row, col)) ++row;
  return row < BOARD_SIZE;
}

// Two squares share a diagonal where they are as many rows apart as columns. They cannot share a
// column: each column has one queen.
bool Board::isUnderAttack(int testRow, int testCol) {
  for (int col = 0; col < testCol; ++col) {
    const int row = queens[static_cast<std::size_t>(col)].getRow();
    if (row == testRow || std::abs(row - testRow) == testCol - col) return true;
  }
  return false;
}

void Board::display() const {
  for (int row = 0; row < BOARD_SIZE; ++row) {
    for (int col = 0; col < BOARD_SIZE; ++col) {
      if (col > 0) std::cout << ' ';
      std::cout << (queens[static_cast<std::size_t>(col)].getRow() == row ? 'Q' : '-');
    }
    std::cout << '\n';
  }
}

}  // namespace ktour::eight_queens
