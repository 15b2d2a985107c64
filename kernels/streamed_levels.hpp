// Levels larger than the device's memory: the frontier stays in host memory, and the device works
// on pieces of it.
//
//     frontier   [ shards ]  --upload-->  expanded in batches, merged when the buffer is full,
//                                                 |
//     runs       [ run ] [ run ] [ run ]  <-------+  each sorted, cut by inbox
//                   |       |       |
//                one inbox of all of them  --upload-->  sorted, merged --download--> next frontier
//
// Words are hashes in their high bits, so inboxes hold about as many states each, and their number
// never falls as the word grows: their merged runs in order are the next frontier. Where the runs
// of an inbox do not fit at once, its range of words is halved until they do.
//
// Where moves go back, an inbox loses what levels before hold in host memory, on its way to the
// next frontier (level_difference.hpp).
//
// The frontier is kept until the next one is complete, the runs of an inbox until it is merged.
// Transfers and kernels do not overlap.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "batch_expansion.hpp"
#include "device.hpp"
#include "engine.hpp"
#include "level_difference.hpp"
#include "level_steps.hpp"
#include "pipeline_options.hpp"
#include "shard_transfer.hpp"
#include "wide_shard.hpp"

namespace ktour {

template <Model M, Backend B, class Amount = Multiplicity>
class StreamedLevels {
 public:
  using Model = M;
  using State = typename M::State;
  using Shard = WideShard<State>;

  StreamedLevels(const M& model, B& backend, const PipelineOptions& options)
      : model_(model),
        backend_(backend),
        options_(options.within(backend.free_bytes())),
        steps_(model, backend),
        batches_(model, backend, options_, steps_) {
    options_.batch_states = std::clamp<std::uint64_t>(
        options_.memory_bytes / (kBatchShare * Steps::kBytesPerBatchState), 1,
        options_.batch_states);
  }
  StreamedLevels(const StreamedLevels&) = delete;
  StreamedLevels& operator=(const StreamedLevels&) = delete;

  const M& model() const { return model_; }
  std::uint64_t states() const { return count_states(frontier_); }
  const std::vector<Shard>& frontier() const { return frontier_; }

  // Makes a frontier current: shards in word order, as many limbs as `Amount` has; with the levels
  // before it that children reach.
  void resume(std::vector<Shard>&& shards, PastLevels<M>&& past = {}) {
    frontier_ = std::move(shards);
    past_ = std::move(past);
    paths_ = add_up_paths(frontier_, kLimbs);
  }
  // The frontier, which is empty afterwards; the device's memory is given back.
  std::vector<Shard> take() {
    steps_.release();
    return std::exchange(frontier_, {});
  }

  // The levels before it, likewise.
  PastLevels<M> take_past() { return std::exchange(past_, {}); }

  std::vector<StateSample<State>> sample(int most) const {
    return sample_states(frontier_, kLimbs, most);
  }

  LevelStatistics advance(int level) {
    LevelStatistics row = describe_frontier();
    held_bytes_ = row.bytes + past_.bytes();
    known_ = past_.known(frontier_);
    make_room(level);

    LevelCounters counters{};
    Runs runs = expand(level, row, counters);
    check_level<M, Amount>(counters, level);
    row.dead_ends = counters.dead_ends;
    row.expanded = row.frontier - row.dead_ends;
    row.pruned = counters.pruned;
    row.messages = steps_.messages();
    row.generated = std::accumulate(row.messages.begin(), row.messages.end(), row.pruned);

    std::vector<Shard> next;
    Count paths;
    for (std::vector<Shard>& inbox : runs) {
      std::vector<Span> spans;
      spans.reserve(inbox.size());
      for (const Shard& run : inbox) spans.push_back({&run, 0, run.length()});
      merge(level, spans, next, paths, row);
      held_bytes_ -= count_states(inbox) * kBytesPerState;
      inbox = std::vector<Shard>();
    }
    row.duplicates = row.generated - row.pruned - row.revisited - count_states(next);
    known_.clear();
    past_.add(std::exchange(frontier_, std::move(next)));
    paths_ = paths;
    return row;
  }

  FinishedLevel finish(int level) {
    FinishedLevel finished{describe_frontier(), std::vector<Count>(inbox_count())};
    make_room(level);
    for_each_slab(finished.statistics, [&](std::uint64_t states) {
      steps_.set_level(static_cast<std::uint64_t>(level), states);
      steps_.count_complete(states);
      backend_.synchronize();
      finished.statistics.dead_ends += steps_.counters().dead_ends;
      const std::vector<Count> tours = steps_.tours_by_inbox();
      for (std::size_t inbox = 0; inbox < tours.size(); ++inbox)
        finished.tours_by_inbox[inbox] += tours[inbox];
    });
    return finished;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using Steps = LevelSteps<M, Amount, B>;
  using Batches = BatchExpansion<M, Amount, B>;
  using Runs = std::vector<std::vector<Shard>>;  // by inbox

  static constexpr int kLimbs = static_cast<int>(sizeof(Amount) / 8);
  static constexpr std::uint64_t kBytesPerState = sizeof(State) + sizeof(Amount);
  static constexpr std::uint64_t kBatchShare = 64;  // of the memory, for what a batch needs

  // Some sorted states of a run.
  struct Span {
    const Shard* run;
    std::uint64_t begin;
    std::uint64_t end;

    std::uint64_t length() const { return end - begin; }
    const State* first() const { return run->words.data() + begin; }
    const State* last() const { return run->words.data() + end; }
  };

  std::uint64_t inbox_count() const { return static_cast<std::uint64_t>(model_.inboxes()); }
  std::uint64_t capacity() { return steps_.buffers().capacity(); }

  void make_room(int level) {
    if (!steps_.make_most_room(options_.batch_states, options_.memory_bytes))
      batches_.throw_too_large(level, 0, Steps::Buffers::kLeastSlots);
  }

  LevelStatistics describe_frontier() const {
    LevelStatistics row;
    row.frontier = states();
    row.paths = paths_;
    row.bytes = row.frontier * kBytesPerState;
    row.messages.resize(inbox_count() * inbox_count());
    row.inbox_states = count_by_inbox(model_, frontier_);
    return row;
  }

  // Uploads as much of the frontier as the front buffer holds, again and again.
  template <class OnSlab>
  void for_each_slab(LevelStatistics& row, OnSlab&& on_slab) {
    std::uint64_t filled = 0;
    for (const Shard& shard : frontier_)
      for (std::uint64_t first = 0; first < shard.length();) {
        const std::uint64_t length = std::min(shard.length() - first, capacity() - filled);
        upload(shard, first, length, steps_.buffers().front(), filled, row);
        first += length;
        filled += length;
        if (filled == capacity()) on_slab(std::exchange(filled, 0));
      }
    if (filled > 0) on_slab(filled);
  }

  // The children of the whole frontier in merged runs; dead ends and children not kept in
  // `counters`.
  Runs expand(int level, LevelStatistics& row, LevelCounters& counters) {
    Runs runs(inbox_count());
    typename Batches::Pile children;
    steps_.reset();
    for_each_slab(row, [&](std::uint64_t states) {
      steps_.set_level(static_cast<std::uint64_t>(level), states);
      batches_.expand(
          level, states, children, row, [&](std::uint64_t slots) { return slots <= capacity(); },
          [&](bool must) {
            if (!must && children.states <= capacity() / 2) return false;
            take_run(level, children.states, runs, row);
            return true;
          });
      steps_.fetch_counters();
      backend_.synchronize();
      counters.dead_ends += steps_.counters().dead_ends;
      counters.pruned += steps_.counters().pruned;
      counters.unheld += steps_.counters().unheld;
      counters.refused += steps_.counters().refused;
    });
    if (!children.is_merged) batches_.merge(children, row);
    if (children.states > 0) take_run(level, children.states, runs, row);
    steps_.fetch_messages();
    backend_.synchronize();
    return runs;
  }

  // Downloads the merged children.
  void take_run(int level, std::uint64_t states, Runs& runs, LevelStatistics& row) {
    steps_.add_up(states);
    steps_.fetch_inbox_begin();
    backend_.synchronize();
    const std::vector<std::uint64_t> begin = steps_.inbox_begin();
    for (std::uint64_t inbox = 0; inbox < inbox_count(); ++inbox)
      if (begin[inbox] < begin[inbox + 1])
        runs[inbox].push_back(download(level, begin[inbox], begin[inbox + 1], row));
  }

  // Merges spans of several runs into shards behind `next`, in word order.
  void merge(int level, const std::vector<Span>& spans, std::vector<Shard>& next, Count& paths,
             LevelStatistics& row) {
    batches_.throw_if_stopped();
    std::uint64_t states = 0;
    for (const Span& span : spans) states += span.length();
    if (states == 0) return;
    if (states > capacity()) {
      merge_halves(level, spans, next, paths, row);
      return;
    }
    std::uint64_t filled = 0;
    for (const Span& span : spans) {
      upload(*span.run, span.begin, span.length(), steps_.buffers().children(), filled, row);
      filled += span.length();
    }
    steps_.set_level(static_cast<std::uint64_t>(level), 0);  // the sums begin at 0
    backend_.mark(Steps::kExpanded);
    steps_.merge(states);
    steps_.add_up(states);
    backend_.mark(Steps::kMerged);
    steps_.fetch_counters();
    backend_.synchronize();
    batches_.add_times(row, Steps::kExpanded);
    check_level<M, Amount>(steps_.counters(), level);
    next.push_back(download(level, 0, steps_.counters().merged, row));
    if constexpr (kLevelsBack<M> == 0) {
      paths += steps_.paths();
    } else {
      const auto start = Clock::now();
      const std::uint64_t dropped = drop_known(known_, next.back(), kLimbs);
      row.revisited += dropped;
      held_bytes_ -= dropped * kBytesPerState;
      paths += add_up_paths(std::span<const Shard>(&next.back(), 1), kLimbs);
      row.ms(Phase::kMerge) += ms_since(start);
    }
  }

  void merge_halves(int level, const std::vector<Span>& spans, std::vector<Shard>& next,
                    Count& paths, LevelStatistics& row) {
    State least = kNoState<M>;
    State most = 0;
    for (const Span& span : spans) {
      if (span.length() == 0) continue;
      least = std::min(least, *span.first());
      most = std::max(most, span.last()[-1]);
    }
    if (least == most) batches_.throw_too_large(level, 1, spans.size() - 1);
    const State middle = least + (most - least) / 2;
    std::vector<Span> lower;
    std::vector<Span> upper;
    for (const Span& span : spans) {
      const State* const cut = std::upper_bound(span.first(), span.last(), middle);
      const std::uint64_t at = span.begin + static_cast<std::uint64_t>(cut - span.first());
      lower.push_back({span.run, span.begin, at});
      upper.push_back({span.run, at, span.end});
    }
    merge(level, lower, next, paths, row);
    merge(level, upper, next, paths, row);
  }

  void upload(const Shard& shard, std::uint64_t first, std::uint64_t count,
              typename Steps::Pair& to, std::uint64_t at, LevelStatistics& row) {
    const auto start = Clock::now();
    transfer_.upload(shard, first, count, to, at);
    row.ms(Phase::kRoute) += ms_since(start);
  }

  Shard download(int level, std::uint64_t begin, std::uint64_t end, LevelStatistics& row) {
    const auto start = Clock::now();
    const std::uint64_t bytes = (end - begin) * kBytesPerState;
    if (held_bytes_ + bytes > options_.host_bytes)
      throw SpaceError("level " + std::to_string(level + 1) +
                       " does not fit: it and the one before take more than the " +
                       std::to_string(options_.host_bytes) +
                       " bytes of host memory that are free; free memory");
    Shard shard(end - begin, kLimbs);
    transfer_.download(steps_.buffers().children(), begin, end - begin, shard, 0);
    held_bytes_ += bytes;
    row.ms(Phase::kRoute) += ms_since(start);
    return shard;
  }

  M model_;
  B& backend_;
  PipelineOptions options_;
  Steps steps_;
  Batches batches_;
  ShardTransfer<State, Amount, B> transfer_{backend_};
  std::vector<Shard> frontier_;
  Count paths_;
  PastLevels<M> past_;
  std::vector<LevelWords<State>> known_;  // what the level in work is compared with
  std::uint64_t held_bytes_ =
      0;  // of host memory: levels before, the frontier, and what the level in work has
};

}  // namespace ktour
