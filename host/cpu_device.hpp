// The CPU device: threads advance a frontier of sorted shards, one shard per inbox.
//
// A level is pulled, not pushed: for every target inbox the shards of its source inboxes are cut at
// common states into ranges small enough for the cache; a task takes some ranges, makes the
// children (expand) as sorted runs, and merges the runs into the target's new shard. No message is
// ever written to memory, and the peak is this frontier plus the next one.
//
//     source shards    s0 |----|------|---|     cut at the parents of the same child states (route)
//                      s1 |--|-----|------|
//                      s2 |-----|---|-----|
//                          task 0 | 1 | 2       each task writes into its own stretch of the target
//     target shard     t  [###..|##.|###..]     and the gaps are closed at the end (route)
//
// Shards are sorted and free of duplicates, so every number reported is independent of the threads
// and of the size of the ranges. Takes only models whose routes keep order.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpu_level_plan.hpp"
#include "cpu_merge.hpp"
#include "device.hpp"
#include "engine.hpp"
#include "model.hpp"
#include "thread_team.hpp"
#include "unfold.hpp"

namespace ktour {

struct CpuOptions {
  int threads = 1;
  std::uint64_t batch_states = 4096;  // source states that one merge works on
  std::uint64_t memory_bytes = ~std::uint64_t{0};
  const std::atomic<bool>* stop = nullptr;
};

template <OrderedRoutes M>
class CpuDevice {
  static_assert(kLevelsBack<M> == 0, "a level is merged with no level before it");

 public:
  using Model = M;
  using State = typename M::State;

  CpuDevice(const M& model, const CpuOptions& options)
      : model_(model),
        options_(options),
        team_(options.threads, options.stop),
        arenas_(static_cast<std::size_t>(team_.workers())) {}

  const M& model() const { return model_; }
  std::uint64_t states() const { return count_states(frontier_); }
  // The current level's states by inbox.
  std::vector<std::uint64_t> inbox_states() const {
    std::vector<std::uint64_t> states;
    for (const Shard& shard : frontier_) states.push_back(shard.length());
    return states;
  }
  void reserve(std::uint64_t bytes) { reserved_bytes_ = bytes; }

  void seed() {
    frontier_ = std::vector<Shard>(static_cast<std::size_t>(model_.inboxes()));
    paths_ = 0;
    for (const State root : model_.roots()) {
      Shard& shard = frontier_[static_cast<std::size_t>(model_.inbox(root))];
      shard.resize(shard.length() + 1);
      shard.states[shard.length() - 1] = root;
      shard.multiplicities[shard.length() - 1] = 1;
      ++paths_;
    }
  }

  std::vector<StateSample<State>> sample(int most) const {
    std::vector<StateSample<State>> samples;
    const std::uint64_t total = states();
    const std::uint64_t wanted = std::min<std::uint64_t>(total, static_cast<std::uint64_t>(most));
    std::uint64_t before = 0;
    for (const Shard& shard : frontier_) {
      while (samples.size() < wanted) {
        const std::uint64_t rank = samples.size() * total / wanted;
        if (rank >= before + shard.length()) break;
        samples.push_back({shard.states[rank - before], shard.multiplicities[rank - before]});
      }
      before += shard.length();
    }
    return samples;
  }

  LevelStatistics advance(int level) {
    expanded_.clear();
    LevelStatistics row = describe_frontier();
    row.dead_ends = count_dead_ends(level, row);
    row.expanded = row.frontier - row.dead_ends;

    std::vector<Target> targets = cut_targets(row);
    std::vector<Task> tasks = make_tasks(targets);
    run_tasks(level, targets, tasks);
    collect(tasks, row);
    std::vector<Shard> next = close_gaps(targets, tasks, row);

    row.duplicates = row.generated - row.pruned - count_states(next);
    expanded_ = std::move(frontier_);
    frontier_ = std::move(next);
    return row;
  }

  StoredLevel<State> take_expanded() { return take_states(std::exchange(expanded_, {})); }
  StoredLevel<State> take_current() { return take_states(std::exchange(frontier_, {})); }

  FinishedLevel finish(int level) {
    FinishedLevel finished{describe_frontier(), {}};
    for (const Shard& shard : frontier_) {
      Uint128 tours = 0;
      for (std::uint64_t index = 0; index < shard.length(); ++index) {
        if (model_.is_dead_end(shard.states[index], level))
          ++finished.statistics.dead_ends;
        else
          tours += shard.multiplicities[index];
      }
      finished.tours_by_inbox.emplace_back(tours);
    }
    return finished;
  }

  TourBatch<State> extend(const TourBatch<State>& batch, const StoredLevel<State>& below) {
    constexpr std::uint64_t kToursInTask = 512;
    const std::uint64_t tours = batch.states.size();
    std::vector<TourBatch<State>> parts((tours + kToursInTask - 1) / kToursInTask);
    team_.run(parts.size(), [&](std::uint64_t part, int) {
      const std::uint64_t end = std::min(tours, (part + 1) * kToursInTask);
      for (std::uint64_t tour = part * kToursInTask; tour < end; ++tour)
        for_each_parent(model_, below, batch.states[tour], [&](int source, State parent) {
          parts[part].add(parent, batch.tour(tour), source);
        });
    });
    TourBatch<State> extended{batch.level - 1, batch.width + 1, {}, {}};
    for (const TourBatch<State>& part : parts) {
      extended.states.insert(extended.states.end(), part.states.begin(), part.states.end());
      extended.squares.insert(extended.squares.end(), part.squares.begin(), part.squares.end());
    }
    return extended;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Shard = CpuShard<State>;
  using Target = CpuTarget<State>;
  using Task = CpuTask;

  static constexpr std::uint64_t kBytesPerState = sizeof(State) + sizeof(Multiplicity);

  static StoredLevel<State> take_states(std::vector<Shard>&& shards) {
    StoredLevel<State> level;
    for (Shard& shard : shards) level.shards.push_back(std::move(shard.states));
    return level;
  }

  LevelStatistics describe_frontier() const {
    LevelStatistics row;
    for (const Shard& shard : frontier_) row.inbox_states.push_back(shard.length());
    row.frontier = states();
    row.paths = paths_;
    row.bytes = row.frontier * kBytesPerState;
    const auto inboxes = static_cast<std::size_t>(model_.inboxes());
    row.messages.resize(inboxes * inboxes);
    return row;
  }

  // Small levels are done before a thread is awake.
  void run_on_team(std::uint64_t tasks, const std::function<void(std::uint64_t, int)>& task) {
    constexpr std::uint64_t kStatesWorthWaking = 4096;
    team_.run(tasks, task, states() < kStatesWorthWaking && !model_.prunes());
  }

  double per_worker(double ms) const { return ms / team_.workers(); }

  std::uint64_t count_dead_ends(int level, LevelStatistics& row) {
    std::vector<std::uint64_t> dead_ends(frontier_.size());
    const auto start = Clock::now();
    run_on_team(frontier_.size(), [&](std::uint64_t inbox, int) {
      std::uint64_t found = 0;
      for (const State state : frontier_[inbox].states.view())
        found += model_.is_dead_end(state, level) ? 1U : 0U;
      dead_ends[inbox] = found;
    });
    row.ms(Phase::kExpand) += ms_since(start);
    std::uint64_t sum = 0;
    for (const std::uint64_t found : dead_ends) sum += found;
    return sum;
  }

  std::vector<Target> cut_targets(LevelStatistics& row) {
    const auto start = Clock::now();
    std::vector<Target> targets(static_cast<std::size_t>(model_.inboxes()));
    run_on_team(targets.size(), [&](std::uint64_t inbox, int) {
      Target& target = targets[inbox];
      target.inbox = static_cast<int>(inbox);
      for (int source = 0; source < model_.inboxes(); ++source)
        if (model_.may_route(source, target.inbox) && shard_of(source).length() > 0)
          target.sources.push_back(source);
      cut_ranges(model_, frontier_, options_.batch_states, target);
    });
    row.ms(Phase::kRoute) += ms_since(start);
    return targets;
  }

  const Shard& shard_of(int inbox) const { return frontier_[static_cast<std::size_t>(inbox)]; }

  void run_tasks(int level, std::vector<Target>& targets, std::vector<Task>& tasks) {
    std::atomic<std::uint64_t> next_states{0};
    const std::uint64_t frontier_bytes = states() * kBytesPerState;
    run_on_team(tasks.size(), [&](std::uint64_t index, int worker) {
      Task& task = tasks[index];
      Target& target = targets[task.target];
      for (std::uint64_t range = task.first_range; range < task.last_range; ++range)
        merge_range(level, target, range, task, arenas_[static_cast<std::size_t>(worker)]);
      const std::uint64_t so_far = next_states += task.produced;
      check_memory(level, frontier_bytes + reserved_bytes_, so_far);
      if (task.overflow)
        throw SpaceError(
            "level " + std::to_string(level + 1) +
            ": a multiplicity exceeds 64 bits; the path model cannot count this board");
    });
  }

  void check_memory(int level, std::uint64_t held_bytes, std::uint64_t next_states) const {
    const std::uint64_t needed = held_bytes + next_states * kBytesPerState;
    if (needed <= options_.memory_bytes) return;
    throw SpaceError("level " + std::to_string(level + 1) + " does not fit: its first " +
                     std::to_string(next_states) + " states and what else is held need " +
                     std::to_string(needed) + " bytes, and --memory allows " +
                     std::to_string(options_.memory_bytes) + "; raise --memory" +
                     (model_.prunes() ? "" : ", or drop hopeless states with --prune all"));
  }

  void merge_range(int level, Target& target, std::uint64_t range, Task& task,
                   MergeArena<State>& arena) const {
    const auto start = Clock::now();
    arena.reset(target.source_states(range), target.sources.size());
    for (std::size_t source = 0; source < target.sources.size(); ++source)
      task.messages[source] += model_.prunes()
                                   ? make_run<true>(level, target, range, source, task, arena)
                                   : make_run<false>(level, target, range, source, task, arena);
    const auto made = Clock::now();
    Shard& out = target.shard;
    const std::uint64_t begin = task.out_position + task.produced;
    const std::uint64_t merged = arena.merge_into(out.states.data() + begin,
                                                  out.multiplicities.data() + begin, task.overflow);
    for (std::uint64_t index = begin; index < begin + merged; ++index)
      task.paths += out.multiplicities[index];
    task.produced += merged;
    task.phase_ms[static_cast<std::size_t>(Phase::kExpand)] +=
        std::chrono::duration<double, std::milli>(made - start).count();
    task.phase_ms[static_cast<std::size_t>(Phase::kMerge)] += ms_since(made);
  }

  // The children that one stretch of a source shard sends to the target. Returns their number.
  template <bool kPrunes>
  std::uint64_t make_run(int level, const Target& target, std::uint64_t range, std::size_t source,
                         Task& task, MergeArena<State>& arena) const {
    const Shard& shard = shard_of(target.sources[source]);
    const std::uint64_t end = target.cut(range + 1, source);
    State* out_states = arena.states();
    Multiplicity* out_multiplicities = arena.multiplicities();
    std::uint64_t length = 0;
    for (std::uint64_t index = target.cut(range, source); index < end; ++index) {
      const bool is_child =
          model_.child_into(target.inbox, shard.states[index], out_states[length]);
      out_multiplicities[length] = shard.multiplicities[index];
      if constexpr (kPrunes) {
        if (!is_child) continue;
        const bool lives = model_.survives(out_states[length], level + 1);
        length += lives ? 1U : 0U;
        task.pruned += lives ? 0U : 1U;
      } else {
        length += is_child ? 1U : 0U;
      }
    }
    arena.close_run(length);
    return length;
  }

  void collect(const std::vector<Task>& tasks, LevelStatistics& row) {
    paths_ = 0;
    for (const Task& task : tasks) {
      row.pruned += task.pruned;
      paths_ += task.paths;
      for (std::size_t phase = 0; phase < row.phase_ms.size(); ++phase)
        row.phase_ms[phase] += per_worker(task.phase_ms[phase]);
    }
  }

  // Moves the stretches of every target together, gives the rest of its memory back, and enters the
  // message counts.
  std::vector<Shard> close_gaps(std::vector<Target>& targets, const std::vector<Task>& tasks,
                                LevelStatistics& row) {
    const auto start = Clock::now();
    std::vector<std::size_t> first_task(targets.size() + 1, tasks.size());
    for (std::size_t index = tasks.size(); index-- > 0;) first_task[tasks[index].target] = index;
    for (std::size_t index = targets.size(); index-- > 0;)
      first_task[index] = std::min(first_task[index], first_task[index + 1]);

    std::vector<Shard> next(targets.size());
    run_on_team(targets.size(), [&](std::uint64_t index, int) {
      Target& target = targets[index];
      std::uint64_t length = 0;
      for (std::size_t task = first_task[index]; task < first_task[index + 1]; ++task) {
        close_gap(target.shard, tasks[task], length);
        length += tasks[task].produced;
        for (std::size_t source = 0; source < target.sources.size(); ++source)
          row.messages[static_cast<std::size_t>(target.sources[source]) * targets.size() + index] +=
              tasks[task].messages[source];
      }
      target.shard.resize(length);
      next[index] = std::move(target.shard);
    });
    row.generated = row.pruned;
    for (const std::uint64_t messages : row.messages) row.generated += messages;
    row.ms(Phase::kRoute) += ms_since(start);
    return next;
  }

  static void close_gap(Shard& shard, const Task& task, std::uint64_t position) {
    if (position == task.out_position) return;
    const auto from = static_cast<std::ptrdiff_t>(task.out_position);
    const auto length = static_cast<std::ptrdiff_t>(task.produced);
    std::copy(shard.states.data() + from, shard.states.data() + from + length,
              shard.states.data() + position);
    std::copy(shard.multiplicities.data() + from, shard.multiplicities.data() + from + length,
              shard.multiplicities.data() + position);
  }

  M model_;
  CpuOptions options_;
  ThreadTeam team_;
  std::vector<MergeArena<State>> arenas_;  // by worker
  std::vector<Shard> frontier_;            // by inbox, each sorted and free of duplicates
  std::vector<Shard> expanded_;            // the level before, until taken
  Uint128 paths_ = 0;                      // of frontier_
  std::uint64_t reserved_bytes_ = 0;
};

}  // namespace ktour
