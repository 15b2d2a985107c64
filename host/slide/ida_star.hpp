// Iterative-deepening A* (Korf, 1985): depth-first searches that go on as long as the slides made
// and those estimated stay within a bound, which rises to the least sum that exceeded it. It keeps
// nothing but the way from the start, and meets boards again that several ways lead to.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "slide/tile_position.hpp"
#include "slide/tile_solver.hpp"

namespace ktour {

template <class Heuristic>
class IdaStar {
 public:
  IdaStar(TileShape shape, const Heuristic& heuristic)
      : goal_(TileBoard(shape).packed()), slides_(shape), heuristic_(heuristic) {}

  // Nothing where `stop` went up.
  std::optional<Solution> run(const TilePosition& start, const std::atomic<bool>* stop) {
    stop_ = stop;
    const Estimate estimate = heuristic_.of(start);
    for (bound_ = Heuristic::slides(estimate);; bound_ = next_bound_) {
      next_bound_ = kNoBound;
      switch (search(start, estimate, 0, std::nullopt)) {
        case Outcome::kSolved:
          std::ranges::reverse(solution_.moves);
          return solution_;
        case Outcome::kStopped:
          return std::nullopt;
        case Outcome::kNotHere:
          break;
      }
    }
  }

 private:
  using Estimate = typename Heuristic::Estimate;
  enum class Outcome { kNotHere, kSolved, kStopped };
  static constexpr int kNoBound = 1 << 20;

  // A way that is found is put down from its end.
  Outcome search(const TilePosition& position, const Estimate& estimate, int made,
                 std::optional<Slide> last) {
    constexpr std::uint64_t kBetweenLooks = 4096;
    if (position.tiles == goal_) return Outcome::kSolved;
    if (solution_.expanded++ % kBetweenLooks == 0 && stop_ != nullptr && *stop_)
      return Outcome::kStopped;
    for (const auto& [slide, square] : slides_.of(position.blank)) {
      if (last && slide == inverse(*last)) continue;
      ++solution_.generated;
      const TileStep step{position.tile(square), square, position.blank};
      const Estimate after = heuristic_.after(estimate, position, step);
      if (const int sum = made + 1 + Heuristic::slides(after); sum > bound_) {
        next_bound_ = std::min(next_bound_, sum);
        continue;
      }
      const Outcome outcome = search(position.after_slide_from(square), after, made + 1, slide);
      if (outcome == Outcome::kSolved) solution_.moves.push_back(slide);
      if (outcome != Outcome::kNotHere) return outcome;
    }
    return Outcome::kNotHere;
  }

  std::uint64_t goal_;
  SlideTable slides_;
  const Heuristic& heuristic_;
  const std::atomic<bool>* stop_ = nullptr;
  int bound_ = 0;
  int next_bound_ = kNoBound;
  Solution solution_;
};

}  // namespace ktour
