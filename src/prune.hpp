// The exact pruning rules of the path model. A rule may only drop a state that no tour goes
// through: the count never moves, the frontier shrinks. Each can be switched on alone, to prove
// that.
//
//   colour      a knight alternates colours, so the unvisited squares of the colour that comes next
//               must equal the others in number, or exceed them by one. Every move keeps the
//               difference, so only roots need the check.
//   isolated    an unvisited square without unvisited neighbours can only be the last one, entered
//               from where the knight stands
//   ends        an unvisited square with one neighbour left (unvisited, or where the knight stands)
//               must be the last one, so there is at most one; in a closed tour there is none, the
//               start square counting as a neighbour too
//   connected   the knight must be able to reach every unvisited square through unvisited squares
//
// The first two are folklore of tour counting; the others are the usual degree and connectivity
// arguments of Hamiltonian path search.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "board.hpp"
#include "compiler.hpp"
#include "errors.hpp"

namespace ktour {

enum class PruneRule : unsigned { kColour = 1, kIsolated = 2, kEnds = 4, kConnected = 8 };

inline constexpr std::array<std::pair<std::string_view, PruneRule>, 4> kPruneRuleNames{
    {{"colour", PruneRule::kColour},
     {"isolated", PruneRule::kIsolated},
     {"ends", PruneRule::kEnds},
     {"connected", PruneRule::kConnected}}};

class PruneRules {
 public:
  constexpr PruneRules() = default;

  KTOUR_HD constexpr bool has(PruneRule rule) const {
    return (bits_ & static_cast<unsigned>(rule)) != 0;
  }
  KTOUR_HD constexpr bool none() const { return bits_ == 0; }
  constexpr PruneRules with(PruneRule rule) const {
    PruneRules more = *this;
    more.bits_ |= static_cast<unsigned>(rule);
    return more;
  }

  // Reads "colour,isolated", "all" or "none". Throws UsageError.
  static PruneRules parse(std::string_view text) {
    PruneRules rules;
    if (text == "none") return rules;
    for (bool more = true; more;) {
      const std::string_view word = text.substr(0, text.find(','));
      more = word.size() < text.size();
      text.remove_prefix(word.size() + (more ? 1 : 0));
      bool known = false;
      for (const auto& [name, rule] : kPruneRuleNames) {
        if (word != name && word != "all") continue;
        rules = rules.with(rule);
        known = true;
      }
      if (!known)
        throw UsageError("'" + std::string(word) +
                         "' is not a pruning rule; the rules are colour, isolated, ends, "
                         "connected, all and none");
    }
    return rules;
  }

  // "none", or the names joined by commas.
  std::string names() const {
    std::string text;
    for (const auto& [name, rule] : kPruneRuleNames)
      if (has(rule)) text += (text.empty() ? "" : ",") + std::string(name);
    return text.empty() ? "none" : text;
  }

 private:
  unsigned bits_ = 0;
};

// What the rules look at: the squares that exist, those of even colour, and the moves between them,
// from one square and, for all squares at once, as four shifts of a mask in both directions.
struct KnightGraph {
  std::uint64_t present = 0;
  std::uint64_t even = 0;
  std::uint64_t moves[64] = {};     // C arrays: device code indexes them
  std::uint64_t jump_from[4] = {};  // squares from which a jump ahead by jump_squares stays on the
  std::uint32_t jump_squares[4] = {};  // board, see knight_graph()

  // Calls on_targets(mask) for each of the eight directions: where the squares of `set` jump to.
  template <class OnTargets>
  KTOUR_HD void for_each_jump(std::uint64_t set, OnTargets&& on_targets) const {
    for (int jump = 0; jump < 4; ++jump) {
      on_targets((set & jump_from[jump]) << jump_squares[jump]);
      on_targets(set >> jump_squares[jump] & jump_from[jump]);
    }
  }
};

inline KnightGraph knight_graph(const Board& board) {
  KnightGraph graph;
  graph.present = board.present();
  graph.even = board.even_squares();
  for (int square = 0; square < board.area(); ++square) graph.moves[square] = board.moves(square);
  constexpr std::array<std::pair<int, int>, 4> kAhead{{{1, 2}, {1, -2}, {2, 1}, {2, -1}}};
  for (std::size_t jump = 0; jump < kAhead.size(); ++jump) {
    const auto [down, right] = kAhead[jump];
    // On narrow boards a jump may lead nowhere, or back; then no square has it.
    graph.jump_squares[jump] =
        static_cast<std::uint32_t>(std::clamp(down * board.columns() + right, 0, 63));
    for (int square = 0; square < board.area(); ++square) {
      const int row = square / board.columns() + down;
      const int column = square % board.columns() + right;
      if (row >= board.rows() || column < 0 || column >= board.columns()) continue;
      if (board.has(square) && board.has(row * board.columns() + column))
        graph.jump_from[jump] |= bit(square);
    }
  }
  return graph;
}

// Rule `colour`, for a knight on `endpoint`, its start square. A closed tour ends on the colour that it
// did not start on.
KTOUR_HD inline bool colours_fit(const KnightGraph& graph, std::uint64_t visited, int endpoint,
                                 bool closed) {
  const std::uint64_t unvisited = graph.present & ~visited;
  const int even = popcount(unvisited & graph.even);
  const int odd = popcount(unvisited) - even;
  const int surplus = (graph.even >> endpoint & 1) != 0 ? odd - even : even - odd;
  return surplus == 1 || (surplus == 0 && !closed);
}

// Whether the knight reaches every square of `unvisited` through them.
KTOUR_HD inline bool all_reachable(const KnightGraph& graph, std::uint64_t unvisited,
                                   int endpoint) {
  std::uint64_t reached = graph.moves[endpoint] & unvisited;
  for (std::uint64_t before = 0; before != reached;) {
    before = reached;
    graph.for_each_jump(before, [&](std::uint64_t targets) { reached |= targets & unvisited; });
  }
  return reached == unvisited;
}

// Rules `isolated`, `ends` and `connected`. False only if no tour continues from this state.
// `closed_start` is the start square of a closed tour, -1 for open tours.
KTOUR_HD inline bool may_complete(const KnightGraph& graph, PruneRules rules, std::uint64_t visited,
                                  int endpoint, int closed_start) {
  const std::uint64_t unvisited = graph.present & ~visited;
  if (unvisited == 0) return true;
  if (rules.has(PruneRule::kIsolated)) {
    std::uint64_t with_neighbour = 0;
    graph.for_each_jump(unvisited, [&](std::uint64_t targets) { with_neighbour |= targets; });
    const bool one_left_and_near =
        (unvisited & (unvisited - 1)) == 0 && (graph.moves[endpoint] & unvisited) != 0;
    if ((unvisited & ~with_neighbour) != 0 && !one_left_and_near) return false;
  }
  if (rules.has(PruneRule::kEnds)) {
    const std::uint64_t start = closed_start >= 0 ? bit(closed_start) : 0;
    std::uint64_t with_one = 0;
    std::uint64_t with_two = 0;
    graph.for_each_jump(unvisited | bit(endpoint) | start, [&](std::uint64_t targets) {
      with_two |= with_one & targets;
      with_one |= targets;
    });
    const std::uint64_t forced_last = unvisited & ~with_two;
    if ((unvisited & ~with_one) != 0 || (forced_last & (forced_last - 1)) != 0) return false;
    if (closed_start >= 0 && forced_last != 0) return false;
  }
  return !rules.has(PruneRule::kConnected) || all_reachable(graph, unvisited, endpoint);
}

}  // namespace ktour
