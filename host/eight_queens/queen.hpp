// One queen. She knows her row; her column is where the board keeps her (see queen_board.hpp).
#pragma once

namespace ktour::eight_queens {

class Queen {
 public:
  // Puts the queen into a row, counted from 0 at the top.
  // pre: 0 <= inRow < Board::BOARD_SIZE, else Board::display() does not show her
  // post: getRow() == inRow
  void setRow(int inRow);

  // The row she was put into.
  // pre: setRow() was called, or the queen is an element of a Board: those begin in row 0
  int getRow() const;

 private:
  int row;
};

}  // namespace ktour::eight_queens
