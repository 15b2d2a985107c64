// Finishes a search depth first on CPU threads: each task takes some states of the frontier and walks
// through all their descendants (src/depth_first.hpp). What is added up does not depend on who does
// what.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "depth_first.hpp"
#include "device.hpp"
#include "thread_team.hpp"
#include "wide_shard.hpp"

namespace ktour {

// `frontier` is of `level`, before the last one, with multiplicities of `limbs` words. `stop` and
// `expanded`, which counts the states of the frontier that are done, may be null. Throws Interrupted
// and what a child that its word cannot hold throws.
template <Model M>
DepthFirstFinish finish_depth_first(const M& model,
                                    const std::vector<WideShard<typename M::State>>& frontier,
                                    int limbs, int level, ThreadTeam& team,
                                    const std::atomic<bool>* stop,
                                    std::atomic<std::uint64_t>* expanded) {
  using State = typename M::State;
  constexpr std::uint64_t kMostStatesOfTask = 256;
  constexpr std::uint64_t kTasksOfWorker = 64;  // at least, where there are enough states
  constexpr unsigned kStepsBetweenLooks = 1024;

  struct Worker {
    std::vector<State> stack;
    WalkTally tally;
    std::vector<LimbSum> tours;  // by inbox
  };
  const auto inboxes = static_cast<std::size_t>(model.inboxes());
  std::vector<Worker> workers(static_cast<std::size_t>(team.workers()),
                              {std::vector<State>(stack_words(model, level)),
                               {},
                               std::vector<LimbSum>(inboxes, LimbSum(limbs))});

  struct Slice {
    const WideShard<State>* shard;
    std::uint64_t begin;
    std::uint64_t end;
  };
  const std::uint64_t states = count_states(frontier);
  const std::uint64_t length =
      std::clamp<std::uint64_t>(states / (kTasksOfWorker * workers.size()), 1, kMostStatesOfTask);
  std::vector<Slice> slices;
  for (const WideShard<State>& shard : frontier)
    for (std::uint64_t begin = 0; begin < shard.length(); begin += length)
      slices.push_back({&shard, begin, std::min(shard.length(), begin + length)});

  team.run(slices.size(), [&](std::uint64_t task, int number) {
    const Slice& slice = slices[task];
    Worker& worker = workers[static_cast<std::size_t>(number)];
    WalkTally tally;
    DepthFirstWalk<M> walk(worker.stack.data(), 1);
    unsigned steps = 0;
    for (std::uint64_t index = slice.begin; index < slice.end; ++index) {
      const std::uint64_t* const multiplicity =
          slice.shard->limbs.data() + index * static_cast<unsigned>(limbs);
      for (walk.begin(slice.shard->words[index], level); !walk.is_done();) {
        walk.step(model, tally, [&](State complete) {
          worker.tours[static_cast<std::size_t>(model.inbox(complete))].add(multiplicity);
        });
        if (++steps % kStepsBetweenLooks == 0 && stop != nullptr && *stop) throw Interrupted();
      }
      if (expanded != nullptr) ++*expanded;
    }
    if (tally.unheld > 0) throw word_too_small(level + 1);
    worker.tally.visited += tally.visited;
  });

  DepthFirstFinish finish;
  finish.tours_by_inbox.resize(inboxes);
  for (const Worker& worker : workers) {
    finish.statistics.visited += worker.tally.visited;
    for (std::size_t inbox = 0; inbox < inboxes; ++inbox)
      finish.tours_by_inbox[inbox] += worker.tours[inbox].value();
  }
  finish.statistics.states = states;
  finish.statistics.bytes = states * (sizeof(State) + 8 * static_cast<std::uint64_t>(limbs));
  return finish;
}

}  // namespace ktour
