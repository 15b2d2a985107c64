// The path model: a state is what the future of a partial tour depends on, the set of visited
// squares and the square where the knight stands.
//
//      high                                        low
//     +----------------+----------------------------+
//     |    endpoint    |        visited mask        |     on 5x5: 5 + 25 = 30 bits
//     +----------------+----------------------------+
//       bit_width(area)             area bits
//
// The inbox of a state is its endpoint. Level d holds the states with d + 1 visited squares. A word
// of all ones is no state: bit_width(area) bits can always hold a number that is no square. One
// 32-bit word is enough up to 27 squares, one 64-bit word up to 58, 128 bits up to the 64 of a
// mask.
//
// Moving to square t adds bit t to masks that all lack it, which keeps their order: routes are
// ordered (see model.hpp).
//
// Closed tours are counted from one fixed start square: a complete state is a dead end unless its
// endpoint is a move away from the start, and every cycle is met once in each direction. Where end
// squares are given, a complete state of an open tour is a dead end unless its endpoint is one.
//
// Source of the state and of the dead-end rule: the level-synchronous 5x5 search this project
// reproduces. Merging by (visited set, endpoint) is the Held-Karp idea applied to counting (Held
// and Karp, 1962).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "compiler.hpp"
#include "errors.hpp"
#include "model.hpp"
#include "prune.hpp"

namespace ktour {

enum class Goal { kOpen, kClosed };

// Bits of a path state on a board of `area` squares.
constexpr int path_state_bits(int area) {
  return area + static_cast<int>(std::bit_width(static_cast<unsigned>(area)));
}

template <class Word>
class PathModel {
 public:
  using State = Word;

  // `starts`: a mask of present squares where a tour may begin; for closed tours exactly one
  // square. `ends`: where an open tour may end; squares that are not there end none. Throws
  // UsageError where `starts` does not fit the board or the goal, or no end is left.
  PathModel(const Board& board, Goal goal, std::uint64_t starts, PruneRules rules = {},
            std::uint64_t ends = ~std::uint64_t{0})
      : graph_(knight_graph(board)),
        area_(board.area()),
        last_level_(board.squares() - 1),
        starts_(starts),
        ends_(ends),
        closed_start_(goal == Goal::kClosed ? lowest_bit(starts | bit(63)) : -1),
        rules_(rules) {
    if (starts == 0 || (starts & ~board.present()) != 0)
      throw UsageError("a tour must start on a square of the board");
    if ((ends & board.present()) == 0) throw UsageError("a tour must end on a square of the board");
    if (goal == Goal::kClosed && popcount(starts) != 1)
      throw UsageError("closed tours are counted from one start square");
    if (path_state_bits(area_) > static_cast<int>(8 * sizeof(Word)))
      throw UsageError("board " + board.name() + " does not fit the word of this path model");
  }

  KTOUR_HD int last_level() const { return last_level_; }
  KTOUR_HD int inboxes() const { return area_; }
  KTOUR_HD int max_children() const { return 8; }
  int state_bits() const { return path_state_bits(area_); }

  // The start squares, less those of a colour from which no tour can end (rule `colour`).
  std::vector<State> roots() const {
    std::vector<State> states;
    for (int square = 0; square < area_; ++square) {
      if ((starts_ >> square & 1) == 0) continue;
      const State root = make(bit(square), square);
      if (rules_.has(PruneRule::kColour) &&
          !colours_fit(graph_, bit(square), square, closed_start_ >= 0))
        continue;
      if (survives(root, 0)) states.push_back(root);
    }
    return states;
  }

  KTOUR_HD State make(std::uint64_t visited, int endpoint) const {
    return static_cast<State>(static_cast<State>(endpoint) << area_ | static_cast<State>(visited));
  }
  KTOUR_HD int endpoint(State state) const { return static_cast<int>(state >> area_); }
  KTOUR_HD std::uint64_t visited(State state) const {
    return static_cast<std::uint64_t>(state) & (~std::uint64_t{0} >> (64 - area_));
  }

  KTOUR_HD int inbox(State state) const { return endpoint(state); }
  KTOUR_HD bool may_route(int source, int target) const {
    return (moves_from(source) >> target & 1) != 0;
  }

  template <class Emit>
  KTOUR_HD void expand(State state, int, Emit&& emit) const {
    const std::uint64_t seen = visited(state);
    for (std::uint64_t rest = moves_from(endpoint(state)) & ~seen; rest != 0; rest &= rest - 1)
      emit(make(seen | (rest & (~rest + 1)), lowest_bit(rest)));
  }

  KTOUR_HD bool is_dead_end(State state, int level) const {
    const int square = endpoint(state);
    const std::uint64_t moves = moves_from(square);
    if (level < last_level_) return (moves & ~visited(state)) == 0;
    if (closed_start_ < 0) return (ends_ >> square & 1) == 0;
    return last_level_ < 2 || (moves >> closed_start_ & 1) == 0;
  }

  KTOUR_HD bool prunes() const { return !rules_.none(); }
  KTOUR_HD bool survives(State child, int) const {
    return rules_.none() ||
           may_complete(graph_, rules_, visited(child), endpoint(child), closed_start_);
  }

  KTOUR_HD bool child_into(int target, State state, State& child) const {
    const std::uint64_t seen = visited(state);
    child = make(seen | bit(target), target);
    return (seen >> target & 1) == 0;
  }
  KTOUR_HD State parent(State child, int source) const {
    return make(visited(child) & ~bit(endpoint(child)), source);
  }

 private:
  KTOUR_HD std::uint64_t moves_from(int square) const { return graph_.moves[square]; }

  KnightGraph graph_;
  int area_;
  int last_level_;
  std::uint64_t starts_;
  std::uint64_t ends_;
  int closed_start_;  // -1 for open tours
  PruneRules rules_;
};

}  // namespace ktour
