// Prints a way to place eight queens on a chessboard so that none attacks another.
#include <iostream>

#include "queen_board.hpp"

int main(int argc, char**) {
  if (argc > 1) {
    std::cerr << "eight_queens: it takes no arguments and prints one solution; call it without\n";
    return 2;
  }
  ktour::eight_queens::Board board;
  board.do8Queens();
  board.display();
  if (!std::cout.flush()) {
    std::cerr << "eight_queens: the output cannot be written; see whether its disk is full\n";
    return 4;
  }
  return 0;
}
