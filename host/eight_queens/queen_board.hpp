// The chessboard of the eight queens puzzle, and the search for a way to fill it: eight queens, none
// of which can take another along a row, a column or a diagonal.
//
// No two queens may share a column, so there is one in each, and the board is no more than a vector:
// queens[c] is the queen of column c, and her row says where in it she stands.
//
//        0 1 2 3 4 5 6 7   column
//      0 Q - - - - - - -
//      1 - - - - - - - -              queens[0].getRow() == 0
//      2 - Q - - - - - -              queens[1].getRow() == 2
//      3 - - - - - - - -              queens[2].getRow() == 4
//      4 - - Q - - - - -
//      : row                          columns 3 to 7 are still to be filled
//
// Columns are filled from left to right. Invariant while column c is being filled: the queens of
// columns 0 to c-1 do not attack each other, and what the vector holds from c on means nothing. So a
// square of column c is *safe* if no queen of an earlier column attacks it, and only those are asked.
#pragma once

#include <vector>

#include "queen.hpp"

namespace ktour::eight_queens {

class Board {
 public:
  static const int BOARD_SIZE = 8;

  // A board with every queen in row 0: not yet a solution.
  Board();

  // Solves the puzzle.
  // post: the queens stand on the first solution in the order of the search: the one with the lowest
  //       row in column 0, of those the one with the lowest row in column 1, and so on
  void do8Queens();

  // Prints the board to std::cout: a line for each row, `Q` for a queen, `-` for an empty square.
  // pre: none, but only after do8Queens() is it a solution
  void display() const;

 private:
  // Fills column col and all columns to its right, trying no square of column col above row.
  // pre: 0 <= row <= BOARD_SIZE, 0 <= col <= BOARD_SIZE, and columns before col are filled safely
  // post: true if it can be done; then all queens stand on a solution. If false, the queens of
  //       columns before col are where they were, and the others anywhere
  bool placeQueens(int row, int col);

  // Looks for a safe square in column col, from row downwards; row itself may be the one.
  // pre: 0 <= row <= BOARD_SIZE, 0 <= col < BOARD_SIZE
  // post: true if there is one, and row is its row; false if there is none, and row is undefined
  bool findNextSafeSquare(int& row, int col);

  // Whether a queen of an earlier column attacks the square at row and col.
  // pre: 0 <= row, col < BOARD_SIZE
  bool isUnderAttack(int row, int col);

  std::vector<Queen> queens;  // by column
};

}  // namespace ktour::eight_queens
