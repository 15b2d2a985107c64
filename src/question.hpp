// What a run is asked: which tours of which board, from where.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "board.hpp"
#include "count.hpp"
#include "path_model.hpp"

namespace ktour {

struct Question {
  Board board;
  Goal goal = Goal::kOpen;
  std::uint64_t starts = 0;  // squares where a tour may begin; see for_all_tours
  PruneRules rules{};
  std::uint64_t ends = ~std::uint64_t{0};  // squares where an open tour may end

  // All tours of the board: every start square for open tours, and for closed ones, where the start
  // does not matter, a square with the fewest moves.
  static Question for_all_tours(const Board& board, Goal goal, PruneRules rules = {});

  bool any_start() const { return starts == board.present(); }
  bool any_end() const { return (ends & board.present()) == board.present(); }
  // Whether `starts` and `ends` leave no tour out.
  bool all_tours() const { return goal == Goal::kClosed || (any_start() && any_end()); }
};

// Why the board has no tour of this kind, where the colours of its squares say so; else nothing. A
// board may be given by its numbers of squares of either colour.
std::optional<std::string> why_impossible(const Board& board, Goal goal);
std::optional<std::string> why_impossible(std::int64_t even, std::int64_t odd, Goal goal);

// A tour and its reverse counted as one. Only a path of one square is its own reverse.
inline Count undirected(const Count& directed, std::int64_t squares) {
  return squares == 1 ? directed : directed.half();
}
inline Count undirected(const Count& directed, const Board& board) {
  return undirected(directed, board.squares());
}

inline const char* name_of(Goal goal) { return goal == Goal::kOpen ? "open" : "closed"; }

}  // namespace ktour
