// Finishes a search depth first on a device: the frontier comes from host memory in slabs, and
// launches go on until every state of a slab is done (depth_first_kernels.cuh).
//
// Stacks are in device memory, one word of every thread's beside the other's, and get at most half of
// what is allowed. Sums are taken off the device after each launch, which is short enough for them
// not to wrap.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "backend.hpp"
#include "depth_first_kernels.cuh"
#include "device.hpp"
#include "level_steps.hpp"
#include "pipeline_options.hpp"
#include "shard_transfer.hpp"
#include "wide_shard.hpp"

namespace ktour {

// `Amount` is the type of a multiplicity.
template <Model M, class Amount, Backend B>
class DepthFirstLevels {
 public:
  using State = typename M::State;
  using Shard = WideShard<State>;

  // Takes what device memory is free, as far as the options allow.
  DepthFirstLevels(const M& model, B& backend, const PipelineOptions& options)
      : model_(model),
        backend_(backend),
        options_(options.within(backend.free_bytes())),
        counters_(backend.template allocate<DepthFirstCounters>(1)),
        tours_(backend.template allocate<Counter>(kDigits<Amount> * inbox_count())),
        host_counters_(backend.template allocate_host<DepthFirstCounters>(1)),
        host_tours_(backend.template allocate_host<Counter>(tours_.capacity())) {}

  // The frontier is of `level`, before the last one. Throws Interrupted, and SpaceError for a child
  // that its word cannot hold.
  DepthFirstFinish finish(const std::vector<Shard>& frontier, int level) {
    DepthFirstFinish result;
    result.statistics.states = count_states(frontier);
    result.statistics.bytes = result.statistics.states * kBytesPerState;
    result.tours_by_inbox.resize(inbox_count());
    make_room(result.statistics.states, level);
    std::uint64_t filled = 0;
    for (const Shard& shard : frontier)
      for (std::uint64_t first = 0; first < shard.length();) {
        const std::uint64_t length =
            std::min(shard.length() - first, slab_.states.capacity() - filled);
        transfer_.upload(shard, first, length, slab_, filled);
        first += length;
        filled += length;
        if (filled == slab_.states.capacity()) walk(std::exchange(filled, 0), level, result);
      }
    if (filled > 0) walk(filled, level, result);
    return result;
  }

 private:
  static constexpr std::uint64_t kBytesPerState = sizeof(State) + sizeof(Amount);
  static constexpr std::uint64_t kMostSteps = 1024;  // of a thread in one launch

  std::uint64_t inbox_count() const { return static_cast<std::uint64_t>(model_.inboxes()); }

  void make_room(std::uint64_t states, int level) {
    const std::uint64_t words = stack_words(model_, level);
    const std::uint64_t walker_bytes = sizeof(Walker<M>) + words * sizeof(State);
    grid_ = backend_.grid(states);
    const std::uint64_t most = std::max<std::uint64_t>(options_.memory_bytes / 2 / walker_bytes, 1);
    grid_.threads = static_cast<unsigned>(std::min<std::uint64_t>(grid_.threads, most));
    grid_.blocks =
        static_cast<unsigned>(std::min<std::uint64_t>(grid_.blocks, most / grid_.threads));
    const std::uint64_t walkers = std::uint64_t{grid_.blocks} * grid_.threads;
    walkers_ = backend_.template allocate<Walker<M>>(walkers);
    stacks_ = backend_.template allocate<State>(walkers * words);
    backend_.zero(walkers_.data(), walkers);

    const std::uint64_t taken = std::min(options_.memory_bytes, walkers * walker_bytes);
    const std::uint64_t slab = std::clamp<std::uint64_t>(
        (options_.memory_bytes - taken) / kBytesPerState, 1, std::max<std::uint64_t>(states, 1));
    slab_ = {backend_.template allocate<State>(slab), backend_.template allocate<Amount>(slab)};

    // A complete state adds less than 2^32 to a sum of 64 bits.
    const std::uint64_t children = walkers * static_cast<std::uint64_t>(model_.max_children());
    steps_ = static_cast<unsigned>(std::clamp<std::uint64_t>(
        0xffffffffU / std::max<std::uint64_t>(children, 1), 1, kMostSteps));
  }

  // All descendants of the slab's first `states`.
  void walk(std::uint64_t states, int level, DepthFirstFinish& result) {
    const DepthFirstCounters& counters = *host_counters_.data();
    backend_.zero(counters_.data(), 1);
    std::uint64_t done = 0;
    do {
      if (options_.stop != nullptr && *options_.stop) throw Interrupted();
      backend_.zero(&counters_.data()->walking, sizeof(DepthFirstCounters) / sizeof(Counter) - 1);
      backend_.zero(tours_.data(), tours_.capacity());
      backend_.launch(walk_depth_first<M, Amount>, grid_, model_, slab_.states.data(),
                      slab_.multiplicities.data(), states, level, steps_, walkers_.data(),
                      stacks_.data(), counters_.data(), tours_.data());
      backend_.copy_to_host(host_counters_.data(), counters_.data(), 1);
      backend_.copy_to_host(host_tours_.data(), tours_.data(), tours_.capacity());
      backend_.synchronize();
      if (counters.unheld != 0) throw word_too_small(level + 1);
      result.statistics.visited += counters.visited;
      const std::vector<Count> tours =
          tours_from_digit_sums<Amount>(host_tours_.data(), inbox_count());
      for (std::size_t inbox = 0; inbox < tours.size(); ++inbox)
        result.tours_by_inbox[inbox] += tours[inbox];
      const std::uint64_t done_before =
          std::exchange(done, std::min<std::uint64_t>(counters.next, states) - counters.walking);
      if (options_.expanded != nullptr) *options_.expanded += done - done_before;
    } while (done < states);
  }

  M model_;
  B& backend_;
  PipelineOptions options_;
  ShardTransfer<State, Amount, B> transfer_{backend_};
  Grid grid_;
  unsigned steps_ = 1;
  typename LevelBuffers<State, Amount, B>::Pair slab_;
  typename B::template Array<Walker<M>> walkers_;
  typename B::template Array<State> stacks_;
  typename B::template Array<DepthFirstCounters> counters_;
  typename B::template Array<Counter> tours_;
  typename B::template HostArray<DepthFirstCounters> host_counters_;
  typename B::template HostArray<Counter> host_tours_;
};

}  // namespace ktour
