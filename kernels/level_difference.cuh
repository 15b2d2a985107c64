// The kernels that take the states of levels before from the merged children of a level, for models
// whose moves go back (kLevelsBack in model.hpp): a flag for each child that no such level holds,
// by binary searches, and after an exclusive sum of the flags the flagged ones move together.
#pragma once

#include <cstdint>

#include "level_kernels.cuh"

namespace ktour {

// Levels that children may be states of, each ascending.
template <class State, int kLevels>
struct KnownLevels {
  const State* states[static_cast<unsigned>(kLevels)];
  std::uint64_t counts[static_cast<unsigned>(kLevels)];
};

template <class State>
KTOUR_HD bool is_among(State state, const State* states, std::uint64_t count) {
  std::uint64_t begin = 0;
  for (std::uint64_t end = count; begin < end;) {
    const std::uint64_t middle = begin + (end - begin) / 2;
    if (states[middle] < state)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin < count && states[begin] == state;
}

// flags[i] = 1 where no level holds states[first + i], for i < bound, and 0 for i = bound: then an
// exclusive sum ends in the total.
template <class State, int kLevels>
__global__ void mark_new(const State* states, std::uint64_t first, std::uint64_t bound,
                         KnownLevels<State, kLevels> known, std::uint32_t* flags) {
  for (std::uint64_t i = global_thread(); i <= bound; i += all_threads()) {
    bool is_new = i < bound;
    for (int level = 0; is_new && level < kLevels; ++level)
      is_new = !is_among(states[first + i], known.states[level], known.counts[level]);
    flags[i] = is_new ? 1U : 0U;
  }
}

template <class State, class Amount>
__global__ void keep_marked(const State* states, const Amount* multiplicities, std::uint64_t first,
                            std::uint64_t bound, const std::uint32_t* flags,
                            const std::uint64_t* offsets, std::uint64_t base, State* out_states,
                            Amount* out_multiplicities) {
  for (std::uint64_t i = global_thread(); i < bound; i += all_threads()) {
    if (flags[i] == 0) continue;
    out_states[base + offsets[i]] = states[first + i];
    out_multiplicities[base + offsets[i]] = multiplicities[first + i];
  }
}

}  // namespace ktour
