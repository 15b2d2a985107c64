// The kernels of one level: count the children, write them, and after the merge take stock of the
// new frontier. Thin grid-stride loops over model functions, for multiplicities of 64 or 128 bits.
//
// A model is a __grid_constant__ parameter: its tables are then read where the launch put them, not
// from a copy in every thread's local memory.
//
// A plain C++ compiler takes this file too, after the block emulator of tests/ has given it
// `__global__`, `threadIdx` and the rest. Sizes are read from device memory wherever a level may be
// replayed from a recorded graph; `bound` arguments only say how far a loop may have to go.
#pragma once

#include <cstdint>

#include "backend.hpp"
#include "compiler.hpp"
#include "model.hpp"
#include "wide.hpp"

namespace ktour {

#if defined(__CUDACC__)
__device__ inline unsigned char* dynamic_shared() {
  extern __shared__ __align__(16) unsigned char ktour_dynamic_shared[];
  return ktour_dynamic_shared;
}
#endif

// Blocks that a multiprocessor must have room for, of the kernels that expand: one more, and the
// profile model's would keep a part of their registers in local memory.
inline constexpr unsigned kCountBlocks = 3;
inline constexpr unsigned kWriteBlocks = 2;

// What atomicAdd takes on 64 bits.
using Counter = unsigned long long;

// 32-bit digits of a multiplicity. Sums of multiplicities are kept as sums of their digits, least
// first, which cannot wrap below 2^32 states.
template <class Amount>
inline constexpr int kDigits = static_cast<int>(sizeof(Amount) / 4);
inline constexpr int kMostDigits = kDigits<Uint128>;

template <class Amount>
KTOUR_HD Counter digit(Amount amount, int index) {
  return static_cast<Counter>(amount >> (32 * index)) & 0xffffffffU;
}

// The numbers of one level, in device memory.
struct LevelCounters {
  Counter level;      // the current level, and how many states it has: read by every kernel, so
  Counter frontier;   // that a recorded graph fits every level; set_frontier moves both on
  Counter dead_ends;  // of the current level
  Counter pruned;     // children dropped by a rule
  Counter unheld;     // children that a word of the model cannot hold: they end the run
  Counter merged;     // runs that reduce_by_state found, a run of padding included
  Counter saturated;  // states of the next level whose multiplicity did not fit
  Counter refused;    // children that found no room: a defect of the host's sizing, checked anyway
  Counter paths[kMostDigits];  // of the next level
};

// Adds a value per thread to a counter, with one atomic operation on it per block. All threads of
// the block must call it, and a barrier must come before `block_sum` is used again.
__device__ inline void add_block_sum(Counter value, Counter* block_sum, Counter* counter) {
  if (threadIdx.x == 0) *block_sum = 0;
  __syncthreads();
  if (value != 0) atomicAdd(block_sum, value);
  __syncthreads();
  if (threadIdx.x == 0 && *block_sum != 0) atomicAdd(counter, *block_sum);
}

__device__ inline std::uint64_t global_thread() {
  return static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ inline std::uint64_t all_threads() {
  return static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
}

template <class M>
KTOUR_HD bool is_kept(const M& model, typename M::State child, int child_level) {
  return child != kNoState<M> && (!model.prunes() || model.survives(child, child_level));
}

// counts[i] = children of state first + i that are kept, 0 past the frontier's end, for i <= bound:
// the element behind the last lets an exclusive sum end in the total.
template <class M>
__global__ void __launch_bounds__(kBlockThreads, kCountBlocks)
    count_children(const __grid_constant__ M model, const typename M::State* states,
                   std::uint64_t first, std::uint64_t bound, const LevelCounters* counters,
                   std::uint32_t* counts) {
  const int level = static_cast<int>(counters->level);
  const std::uint64_t frontier = counters->frontier;
  for (std::uint64_t i = global_thread(); i <= bound; i += all_threads()) {
    std::uint32_t kept = 0;
    if (i < bound && first + i < frontier)
      model.expand(states[first + i], level, [&](typename M::State child) {
        kept += is_kept(model, child, level + 1) ? 1U : 0U;
      });
    counts[i] = kept;
  }
}

// Writes the children counted above to out[base + offsets[i] ...] and adds up dead ends, children
// that are not kept and the message counts, [source * inboxes + target]. With shared memory for the
// whole matrix (shared_messages), a block counts there first.
template <class M, class Amount>
__global__ void __launch_bounds__(kBlockThreads, kWriteBlocks)
    write_children(const __grid_constant__ M model, const typename M::State* states,
                   const Amount* multiplicities, std::uint64_t first, std::uint64_t bound,
                   const std::uint64_t* offsets, std::uint64_t base, std::uint64_t capacity,
                   typename M::State* out_states, Amount* out_multiplicities,
                   LevelCounters* counters, Counter* messages, bool shared_messages) {
  using State = typename M::State;
  __shared__ Counter block_sum;
  const int inboxes = model.inboxes();
  const auto cells = static_cast<unsigned>(inboxes * inboxes);
  Counter* const block_messages = reinterpret_cast<Counter*>(dynamic_shared());
  if (shared_messages)
    for (unsigned cell = threadIdx.x; cell < cells; cell += blockDim.x) block_messages[cell] = 0;
  __syncthreads();

  Counter* const message_counts = shared_messages ? block_messages : messages;
  const int level = static_cast<int>(counters->level);
  const std::uint64_t frontier = counters->frontier;
  unsigned dead_ends = 0;  // of this thread: 32 bits are enough, and save registers
  unsigned pruned = 0;
  for (std::uint64_t i = global_thread(); i < bound && first + i < frontier; i += all_threads()) {
    const State state = states[first + i];
    const int source = model.inbox(state);
    std::uint64_t position = base + offsets[i];
    bool has_child = false;
    model.expand(state, level, [&](State child) {
      has_child = true;
      if (child == kNoState<M>) {
        atomicAdd(&counters->unheld, Counter{1});
        return;
      }
      if (model.prunes() && !model.survives(child, level + 1)) {
        ++pruned;
        return;
      }
      atomicAdd(&message_counts[source * inboxes + model.inbox(child)], Counter{1});
      if (position < capacity) {
        out_states[position] = child;
        out_multiplicities[position] = multiplicities[first + i];  // read late: registers are short
      } else {
        atomicAdd(&counters->refused, Counter{1});
      }
      ++position;
    });
    dead_ends += has_child ? 0U : 1U;
  }
  __syncthreads();
  if (shared_messages)
    for (unsigned cell = threadIdx.x; cell < cells; cell += blockDim.x)
      if (block_messages[cell] != 0) atomicAdd(&messages[cell], block_messages[cell]);
  add_block_sum(dead_ends, &block_sum, &counters->dead_ends);
  __syncthreads();
  add_block_sum(pruned, &block_sum, &counters->pruned);
}

// Fills out[*total ... bound - 1] with states that are none and sort behind all others.
template <class State, class Amount>
__global__ void pad_children(const std::uint64_t* total, std::uint64_t bound, State* out_states,
                             Amount* out_multiplicities) {
  for (std::uint64_t i = *total + global_thread(); i < bound; i += all_threads()) {
    out_states[i] = static_cast<State>(~State{0});
    out_multiplicities[i] = 0;
  }
}

// Distinct states among the runs that the merge found: all, or all but the run of padding.
template <class State>
__device__ std::uint64_t distinct_states(const State* states, const LevelCounters* counters) {
  const std::uint64_t merged = counters->merged;
  const bool padded = merged > 0 && states[merged - 1] == static_cast<State>(~State{0});
  return merged - (padded ? 1U : 0U);
}

// Sums of multiplicities of the merged states, and inbox_begin[0 ... inboxes]: where their inboxes
// begin.
template <class M, class Amount>
__global__ void take_stock(const __grid_constant__ M model, const typename M::State* states,
                           const Amount* multiplicities, LevelCounters* counters,
                           std::uint64_t* inbox_begin) {
  __shared__ Counter block_sum;
  const std::uint64_t distinct = distinct_states(states, counters);
  Counter sums[kDigits<Amount>] = {};
  Counter saturated = 0;
  for (std::uint64_t i = global_thread(); i < distinct; i += all_threads()) {
    const Amount multiplicity = multiplicities[i];
    for (int k = 0; k < kDigits<Amount>; ++k) sums[k] += digit(multiplicity, k);
    saturated += is_saturated(multiplicity) ? 1U : 0U;
    const int inbox = model.inbox(states[i]);
    const int before = i == 0 ? -1 : model.inbox(states[i - 1]);
    for (int begins = before + 1; begins <= inbox; ++begins) inbox_begin[begins] = i;
  }
  if (global_thread() == 0) {
    const int last = distinct == 0 ? -1 : model.inbox(states[distinct - 1]);
    for (int begins = last + 1; begins <= model.inboxes(); ++begins) inbox_begin[begins] = distinct;
  }
  for (int k = 0; k < kDigits<Amount>; ++k) {
    add_block_sum(sums[k], &block_sum, &counters->paths[k]);
    __syncthreads();
  }
  add_block_sum(saturated, &block_sum, &counters->saturated);
}

// Makes the merged states the current level. A launch of its own, behind everything that reads the
// old numbers.
template <class State>
__global__ void set_frontier(const State* states, LevelCounters* counters) {
  if (global_thread() != 0) return;
  counters->frontier = distinct_states(states, counters);
  ++counters->level;
}

// The last level: dead ends, and the multiplicities of complete states by inbox, added to
// tours[digit * inboxes + inbox].
template <class M, class Amount>
__global__ void count_tours(const __grid_constant__ M model, const typename M::State* states,
                            const Amount* multiplicities, LevelCounters* counters, Counter* tours) {
  __shared__ Counter block_sum;
  const int level = static_cast<int>(counters->level);
  const std::uint64_t frontier = counters->frontier;
  Counter dead_ends = 0;
  for (std::uint64_t i = global_thread(); i < frontier; i += all_threads()) {
    if (model.is_dead_end(states[i], level)) {
      ++dead_ends;
      continue;
    }
    const int inbox = model.inbox(states[i]);
    for (int k = 0; k < kDigits<Amount>; ++k)
      atomicAdd(&tours[k * model.inboxes() + inbox], digit(multiplicities[i], k));
  }
  add_block_sum(dead_ends, &block_sum, &counters->dead_ends);
}

template <class Amount, class Wider>
__global__ void widen(const Amount* narrow, std::uint64_t count, Wider* wide) {
  for (std::uint64_t i = global_thread(); i < count; i += all_threads()) wide[i] = narrow[i];
}

}  // namespace ktour
