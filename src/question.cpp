#include "question.hpp"

#include <cstdlib>

namespace ktour {

Question Question::for_all_tours(const Board& board, Goal goal, PruneRules rules) {
  if (goal == Goal::kOpen) return {board, goal, board.present(), rules};
  int start = lowest_bit(board.present());
  for (std::uint64_t rest = board.present(); rest != 0; rest &= rest - 1) {
    const int square = lowest_bit(rest);
    if (popcount(board.moves(square)) < popcount(board.moves(start))) start = square;
  }
  return {board, goal, bit(start), rules};
}

std::optional<std::string> why_impossible(const Board& board, Goal goal) {
  const int even = popcount(board.even_squares());
  return why_impossible(even, board.squares() - even, goal);
}

std::optional<std::string> why_impossible(std::int64_t even, std::int64_t odd, Goal goal) {
  const std::int64_t squares = even + odd;
  const std::string colours =
      std::to_string(even) + " squares of one colour and " + std::to_string(odd) + " of the other";
  if (goal == Goal::kClosed && squares < 3)
    return "a closed tour needs at least 3 squares, and the board has " + std::to_string(squares);
  if (goal == Goal::kClosed && squares % 2 != 0)
    return "a knight changes colour with every move, so a closed tour has an even number of "
           "squares, and the board has " +
           std::to_string(squares);
  if (goal == Goal::kClosed && even != odd)
    return "a knight changes colour with every move, so a closed tour visits both colours equally "
           "often, and the board has " +
           colours;
  if (goal == Goal::kOpen && std::abs(even - odd) > 1)
    return "a knight changes colour with every move, so an open tour visits the colours equally "
           "often or one of them once more, and the board has " +
           colours;
  return std::nullopt;
}

}  // namespace ktour
