// A search without merging: all descendants of one state, depth first. Where merging gains little, or
// the next level does not fit memory, a search is finished this way from a frontier.
//
// The stack holds the states still to be expanded, with a marker below the children of each:
//
//     bottom                                              top
//     [ a's siblings | - | b's siblings | - | children of b ]     b: the last child of a
//
// so the state on top is of one known level, and taking a marker off goes back one. The word of all
// ones is the marker: it is never a state. Complete states are handed over, not stacked.
//
// A walk does a step at a time and can be left and gone on with, so that it fits a thread that must
// look at a flag and a kernel that must not take long.
#pragma once

#include <cstdint>

#include "compiler.hpp"
#include "model.hpp"

namespace ktour {

// A model that merging gains little for says `kMergesLittle = true`: the CUDA device then has the
// kernels that finish it depth first.
template <class M>
concept MergesLittle = Model<M> && requires {
  requires M::kMergesLittle;
};

// What a walk from a state of `level` may need of a stack.
template <Model M>
std::uint64_t stack_words(const M& model, int level) {
  const auto levels_between = static_cast<std::uint64_t>(model.last_level() - level - 1);
  return 1 + levels_between * (1 + static_cast<std::uint64_t>(model.max_children()));
}

// What walks have come across.
struct WalkTally {
  std::uint64_t visited = 0;  // states below those where walks began, by every way to them
  std::uint64_t unheld = 0;   // children that a word of the model cannot hold: they end the run
};

// Trivially copyable: a copy goes on where the walk was left, on the same stack.
template <Model M>
class DepthFirstWalk {
 public:
  using State = typename M::State;

  // `stack[i * stride]` is word i of the stack, of stack_words().
  KTOUR_HD DepthFirstWalk(State* stack, std::uint64_t stride) : stack_(stack), stride_(stride) {}

  // Nothing is left to expand.
  KTOUR_HD bool is_done() const { return height_ == 0; }

  // `state` is of `level`, before the last one; is_done().
  KTOUR_HD void begin(State state, int level) {
    level_ = level;
    push(state);
  }

  // Expands one state, unless is_done(). Calls on_complete(state) for complete states of the last
  // level.
  template <class OnComplete>
  KTOUR_HD void step(const M& model, WalkTally& tally, OnComplete&& on_complete) {
    const State state = top();
    --height_;
    const int child_level = level_ + 1;
    const bool is_last = child_level == model.last_level();
    if (!is_last) push(kNoState<M>);
    model.expand(state, level_, [&](State child) {
      if (child == kNoState<M>) {
        ++tally.unheld;
        return;
      }
      if (model.prunes() && !model.survives(child, child_level)) return;
      ++tally.visited;
      if (!is_last)
        push(child);
      else if (!model.is_dead_end(child, child_level))
        on_complete(child);
    });
    if (!is_last) level_ = child_level;
    for (; height_ > 0 && top() == kNoState<M>; --level_) --height_;
  }

 private:
  KTOUR_HD State& top() const { return stack_[(height_ - 1) * stride_]; }
  KTOUR_HD void push(State word) {
    ++height_;
    top() = word;
  }

  State* stack_;
  std::uint64_t stride_;
  std::uint64_t height_ = 0;
  int level_ = 0;
};

}  // namespace ktour
