// How the CPU device cuts the work of one level: shards, the targets that children go to, ranges that
// fit the cache, and tasks for threads.
//
// Every target is cut at common children: a source shard before the first state that is not below the
// border's parent there. Routes keep order, so its children are then on the border's right side, and
// ranges of one target can be merged independently.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "buffer.hpp"
#include "model.hpp"
#include "wide.hpp"

namespace ktour {

// The part of a frontier in one inbox, ascending and free of duplicates.
template <class State>
struct CpuShard {
  Buffer<State> states;
  Buffer<Multiplicity> multiplicities;

  std::uint64_t length() const { return states.capacity(); }
  void resize(std::uint64_t length) {
    states.resize_storage(length);
    multiplicities.resize_storage(length);
  }
};

template <class State>
std::uint64_t count_states(const std::vector<CpuShard<State>>& shards) {
  std::uint64_t sum = 0;
  for (const CpuShard<State>& shard : shards) sum += shard.length();
  return sum;
}

// One inbox of the next level. `cuts` has a row per range border, with a position in the shard of
// every source; range r lies between rows r and r + 1.
template <class State>
struct CpuTarget {
  int inbox = 0;
  std::vector<int> sources;
  std::vector<std::uint64_t> cuts;
  std::uint64_t ranges = 0;
  CpuShard<State> shard;

  std::uint64_t cut(std::uint64_t row, std::size_t source) const {
    return cuts[row * sources.size() + source];
  }
  std::uint64_t source_states(std::uint64_t range) const {
    std::uint64_t sum = 0;
    for (std::size_t source = 0; source < sources.size(); ++source)
      sum += cut(range + 1, source) - cut(range, source);
    return sum;
  }
};

// Consecutive ranges of one target, and what became of them.
struct CpuTask {
  std::size_t target = 0;
  std::uint64_t first_range = 0;
  std::uint64_t last_range = 0;    // exclusive
  std::uint64_t out_position = 0;  // where its stretch of the target's shard begins
  std::uint64_t produced = 0;
  std::uint64_t pruned = 0;
  Uint128 paths = 0;
  std::vector<std::uint64_t> messages;  // by source of the target
  std::array<double, 3> phase_ms{};
  bool overflow = false;
};

// Borders are children of every batch_states-th state of each source.
template <OrderedRoutes M>
void cut_ranges(const M& model, const std::vector<CpuShard<typename M::State>>& frontier,
                std::uint64_t batch_states, CpuTarget<typename M::State>& target) {
  using State = typename M::State;
  const auto states_of = [&](int source) {
    return frontier[static_cast<std::size_t>(source)].states.view();
  };
  std::vector<State> borders;
  for (const int source : target.sources) {
    const auto states = states_of(source);
    for (std::uint64_t index = batch_states; index < states.size(); index += batch_states) {
      State child;
      if (model.child_into(target.inbox, states[index], child)) borders.push_back(child);
    }
  }
  std::sort(borders.begin(), borders.end());
  target.ranges = borders.size() + 1;
  target.cuts.assign(target.sources.size(), 0);
  for (const State border : borders) {
    for (const int source : target.sources) {
      const auto states = states_of(source);
      const auto cut = std::lower_bound(states.begin(), states.end(), model.parent(border, source));
      target.cuts.push_back(static_cast<std::uint64_t>(cut - states.begin()));
    }
  }
  for (const int source : target.sources) target.cuts.push_back(states_of(source).size());
}

// Tasks of about kStatesInTask source states, and room for all their children in the targets.
template <class State>
std::vector<CpuTask> make_tasks(std::vector<CpuTarget<State>>& targets) {
  constexpr std::uint64_t kStatesInTask = std::uint64_t{1} << 16;
  std::vector<CpuTask> tasks;
  for (std::size_t index = 0; index < targets.size(); ++index) {
    CpuTarget<State>& target = targets[index];
    std::uint64_t room = 0;
    std::uint64_t in_task = kStatesInTask;
    for (std::uint64_t range = 0; range < target.ranges; ++range) {
      if (in_task >= kStatesInTask) {
        tasks.emplace_back();
        tasks.back().target = index;
        tasks.back().first_range = range;
        tasks.back().out_position = room;
        tasks.back().messages.resize(target.sources.size());
        in_task = 0;
      }
      tasks.back().last_range = range + 1;
      in_task += target.source_states(range);
      room += target.source_states(range);
    }
    target.shard.resize(room);
  }
  return tasks;
}

}  // namespace ktour
