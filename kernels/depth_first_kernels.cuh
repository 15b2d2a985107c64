// The kernel that finishes a search depth first: a thread takes the next state of the frontier, walks
// through its descendants (src/depth_first.hpp), and takes another. A launch ends after some steps of
// every thread, and the next one goes on where it left off, so that none takes long, however much is
// below one state.
#pragma once

#include <cstdint>

#include "depth_first.hpp"
#include "level_kernels.cuh"

namespace ktour {

// In device memory.
struct DepthFirstCounters {
  Counter next;     // of the states: the first that no thread has taken, or more
  Counter walking;  // threads that are not done with their state; this and the rest: of one launch
  Counter visited;
  Counter unheld;
};

// What a thread keeps from launch to launch. All zeros: it has taken nothing.
template <Model M>
struct Walker {
  DepthFirstWalk<M> walk;
  std::uint64_t source;  // the state it began at
};

// Of `count` states of `level`. Walker i has stacks[i + walkers * k] for every k. Multiplicities of
// complete states are added to tours[digit * inboxes + inbox].
template <class M, class Amount>
__global__ void __launch_bounds__(kBlockThreads, kWriteBlocks)
    walk_depth_first(const __grid_constant__ M model, const typename M::State* states,
                     const Amount* multiplicities, std::uint64_t count, int level, unsigned steps,
                     Walker<M>* walkers, typename M::State* stacks, DepthFirstCounters* counters,
                     Counter* tours) {
  using State = typename M::State;
  __shared__ Counter block_sum;
  Walker<M> walker = walkers[global_thread()];
  WalkTally tally;
  if (walker.walk.is_done())
    walker.walk = DepthFirstWalk<M>(stacks + global_thread(), all_threads());
  for (unsigned step = 0; step < steps; ++step) {
    if (walker.walk.is_done()) {
      walker.source = atomicAdd(&counters->next, Counter{1});
      if (walker.source >= count) break;
      walker.walk.begin(states[walker.source], level);
    }
    walker.walk.step(model, tally, [&](State complete) {
      const Amount multiplicity = multiplicities[walker.source];
      Counter* const inbox_tours = tours + model.inbox(complete);
      for (int k = 0; k < kDigits<Amount>; ++k)
        if (const Counter part = digit(multiplicity, k); part != 0)
          atomicAdd(inbox_tours + k * model.inboxes(), part);
    });
  }
  walkers[global_thread()] = walker;
  add_block_sum(walker.walk.is_done() ? 0U : 1U, &block_sum, &counters->walking);
  __syncthreads();
  add_block_sum(tally.visited, &block_sum, &counters->visited);
  __syncthreads();
  add_block_sum(tally.unheld, &block_sum, &counters->unheld);
}

}  // namespace ktour
