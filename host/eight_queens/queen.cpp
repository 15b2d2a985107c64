#include "queen.hpp"

namespace ktour::eight_queens {

void Queen::setRow(int inRow) { row = inRow; }

int Queen::getRow() const { return row; }

}  // namespace ktour::eight_queens
