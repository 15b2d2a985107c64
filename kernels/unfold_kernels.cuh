// The kernels of one unfold step: for every partial tour of a batch, count the parents of its state
// that the level below holds, then write them. A stored level is one ascending array; inbox s is
// states[begin[s]] ... states[begin[s + 1] - 1].
#pragma once

#include <cstdint>

#include "level_kernels.cuh"
#include "model.hpp"

namespace ktour {

template <class State>
KTOUR_HD bool is_stored(const State* states, std::uint64_t low, std::uint64_t high, State wanted) {
  const std::uint64_t end = high;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (states[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low < end && states[low] == wanted;
}

// Calls on_parent(inbox, parent) for every stored parent of `state`, by ascending inbox.
template <class M, class OnParent>
KTOUR_HD void for_each_stored_parent(const M& model, const typename M::State* below,
                                     const std::uint64_t* below_begin, typename M::State state,
                                     OnParent&& on_parent) {
  const int target = model.inbox(state);
  for (int source = 0; source < model.inboxes(); ++source) {
    if (!model.may_route(source, target)) continue;
    const typename M::State parent = model.parent(state, source);
    if (is_stored(below, below_begin[source], below_begin[source + 1], parent))
      on_parent(source, parent);
  }
}

// counts[i] for i <= tours, the last one 0.
template <class M>
__global__ void count_parents(const __grid_constant__ M model, const typename M::State* below,
                              const std::uint64_t* below_begin, const typename M::State* tours,
                              std::uint64_t tour_count, std::uint32_t* counts) {
  for (std::uint64_t i = global_thread(); i <= tour_count; i += all_threads()) {
    std::uint32_t parents = 0;
    if (i < tour_count)
      for_each_stored_parent(model, below, below_begin, tours[i],
                             [&](int, typename M::State) { ++parents; });
    counts[i] = parents;
  }
}

// Writes every parent and the tour that it extends, in the order of tours and inboxes.
template <class M>
__global__ void write_parents(const __grid_constant__ M model, const typename M::State* below,
                              const std::uint64_t* below_begin, const typename M::State* tours,
                              std::uint64_t tour_count, const std::uint64_t* offsets,
                              std::uint64_t capacity, typename M::State* out_parents,
                              std::uint32_t* out_tours) {
  for (std::uint64_t i = global_thread(); i < tour_count; i += all_threads()) {
    std::uint64_t position = offsets[i];
    for_each_stored_parent(model, below, below_begin, tours[i], [&](int, typename M::State parent) {
      if (position < capacity) {
        out_parents[position] = parent;
        out_tours[position] = static_cast<std::uint32_t>(i);
      }
      ++position;
    });
  }
}

}  // namespace ktour
