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

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

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
    while (!text.empty()) {
      const std::string_view word = text.substr(0, text.find(','));
      text.remove_prefix(word.size() == text.size() ? text.size() : word.size() + 1);
      bool known = word == "none";
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

// What the rules look at: the squares that exist, those of even colour, and the moves between them.
struct KnightGraph {
  std::uint64_t present = 0;
  std::uint64_t even = 0;
  std::uint64_t moves[64] = {};  // a C array: device code indexes it
};

// Rule `colour`, for a knight on `endpoint`.
KTOUR_HD inline bool colours_fit(const KnightGraph& graph, std::uint64_t visited, int endpoint) {
  const std::uint64_t unvisited = graph.present & ~visited;
  const int even = popcount(unvisited & graph.even);
  const int odd = popcount(unvisited) - even;
  const int surplus = (graph.even >> endpoint & 1) != 0 ? odd - even : even - odd;
  return surplus == 0 || surplus == 1;
}

KTOUR_HD inline bool all_reachable(const KnightGraph& graph, std::uint64_t unvisited,
                                   int endpoint) {
  std::uint64_t reached = graph.moves[endpoint] & unvisited;
  std::uint64_t fresh = reached;
  while (fresh != 0) {
    const int square = lowest_bit(fresh);
    fresh &= fresh - 1;
    const std::uint64_t found = graph.moves[square] & unvisited & ~reached;
    reached |= found;
    fresh |= found;
  }
  return reached == unvisited;
}

// Rules `isolated`, `ends` and `connected`. False only if no tour continues from this state.
// `closed_start` is the start square of a closed tour, -1 for open tours.
KTOUR_HD inline bool may_complete(const KnightGraph& graph, PruneRules rules, std::uint64_t visited,
                                  int endpoint, int closed_start) {
  const std::uint64_t unvisited = graph.present & ~visited;
  if (unvisited == 0) return true;
  const bool only_one_left = (unvisited & (unvisited - 1)) == 0;
  const std::uint64_t start = closed_start >= 0 ? bit(closed_start) : 0;
  int forced_last = 0;
  for (std::uint64_t rest = unvisited; rest != 0; rest &= rest - 1) {
    const std::uint64_t neighbours = graph.moves[lowest_bit(rest)];
    if (rules.has(PruneRule::kIsolated) && (neighbours & unvisited) == 0 &&
        !(only_one_left && (neighbours >> endpoint & 1) != 0))
      return false;
    if (rules.has(PruneRule::kEnds)) {
      const int degree = popcount(neighbours & (unvisited | bit(endpoint) | start));
      if (degree == 0 || (closed_start >= 0 && degree < 2)) return false;
      if (degree == 1 && ++forced_last > 1) return false;
    }
  }
  return !rules.has(PruneRule::kConnected) || all_reachable(graph, unvisited, endpoint);
}

}  // namespace ktour
