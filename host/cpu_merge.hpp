// Merging the sorted runs that reach one inbox: the inner loop of the CPU device.
//
// The messages from one inbox to another come out of a sorted shard in order (see OrderedRoutes),
// so an inbox is merged like the runs of a merge sort, two at a time, and equal states add up as
// soon as they meet. Every run ends in a sentinel, kNoState, which is larger than any state: the
// loops need no bounds and no unpredictable branch.
//
// Runs live in one arena per worker, sized for a range of states that stays in the second-level
// cache; only the merged range is written to memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "buffer.hpp"
#include "model.hpp"
#include "wide.hpp"

namespace ktour {

template <class State>
struct SortedRun {
  const State* states;
  const Multiplicity* multiplicities;
  std::uint64_t length;  // without the sentinel
};

template <class State>
class MergeArena {
 public:
  // Makes room for `states` states and `runs` sentinels, merged down to one run.
  void reset(std::uint64_t states, std::uint64_t runs) {
    const std::uint64_t passes = static_cast<std::uint64_t>(std::bit_width(runs)) + 1;
    const std::uint64_t wanted = (states + runs) * passes;
    if (states_.capacity() < wanted) {
      states_.resize_storage(wanted);
      multiplicities_.resize_storage(wanted);
    }
    used_ = 0;
    runs_.clear();
  }

  // The end of the arena, to write a new run to; close_run() says how long it became.
  State* states() { return states_.data() + used_; }
  Multiplicity* multiplicities() { return multiplicities_.data() + used_; }
  void close_run(std::uint64_t length) {
    if (length == 0) return;
    states()[length] = kNone;
    multiplicities()[length] = 0;
    runs_.push_back({states(), multiplicities(), length});
    used_ += length + 1;
  }

  // Merges all runs into `out_states` and `out_multiplicities`, which need room for all of them.
  // Returns the number of distinct states. `overflow` becomes true if a sum reached kSaturated.
  std::uint64_t merge_into(State* out_states, Multiplicity* out_multiplicities, bool& overflow) {
    if (runs_.empty()) return 0;
    // The two shortest first, so that a state is moved as few times as possible.
    while (runs_.size() > 2) {
      std::sort(runs_.begin(), runs_.end(),
                [](const auto& a, const auto& b) { return a.length > b.length; });
      const SortedRun<State> a = runs_.back();
      runs_.pop_back();
      const SortedRun<State> b = runs_.back();
      runs_.pop_back();
      close_run(merge_two(a, b, states(), multiplicities(), overflow));
    }
    if (runs_.size() == 2)
      return merge_two(runs_[0], runs_[1], out_states, out_multiplicities, overflow);
    std::copy_n(runs_[0].states, runs_[0].length, out_states);
    std::copy_n(runs_[0].multiplicities, runs_[0].length, out_multiplicities);
    return runs_[0].length;
  }

 private:
  static constexpr State kNone = static_cast<State>(~State{0});

  // Selects with masks: a branch on which run goes first would be a coin toss for the processor.
  static std::uint64_t merge_two(const SortedRun<State>& first, const SortedRun<State>& second,
                                 State* out_states, Multiplicity* out_multiplicities,
                                 bool& overflow) {
    const State* a_state = first.states;
    const State* b_state = second.states;
    const Multiplicity* a_multiplicity = first.multiplicities;
    const Multiplicity* b_multiplicity = second.multiplicities;
    const State* const begin = out_states;
    Multiplicity saturated = 0;
    for (;;) {
      const State a = *a_state;
      const State b = *b_state;
      const auto take_a = static_cast<std::uint64_t>(a <= b);
      const auto take_b = static_cast<std::uint64_t>(b <= a);
      const auto choose_a = static_cast<State>(State{0} - static_cast<State>(take_a));
      const auto next = static_cast<State>((a & choose_a) | (b & ~choose_a));
      if (next == kNone) break;
      const Multiplicity sum = (*a_multiplicity & (0 - take_a)) + (*b_multiplicity & (0 - take_b));
      // Both summands are below kSaturated, so a sum that wrapped is below either of them.
      saturated |= static_cast<Multiplicity>(sum < (*a_multiplicity & (0 - take_a))) |
                   static_cast<Multiplicity>(sum == kSaturated);
      *out_states++ = next;
      *out_multiplicities++ = sum;
      a_state += take_a;
      a_multiplicity += take_a;
      b_state += take_b;
      b_multiplicity += take_b;
    }
    overflow |= saturated != 0;
    return static_cast<std::uint64_t>(out_states - begin);
  }

  Buffer<State> states_;
  Buffer<Multiplicity> multiplicities_;
  std::uint64_t used_ = 0;
  std::vector<SortedRun<State>> runs_;
};

}  // namespace ktour
