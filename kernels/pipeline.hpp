// The level pipeline: how a device with a stream and a few primitives advances a frontier, one
// level between two barriers, by the steps of level_steps.hpp.
//
// A small level runs as one program without any answer from the device in between: children are
// padded to a fixed bound, and the program is recorded once per bound and buffer order as a graph
// and replayed with one launch (options.graphs; otherwise enqueued step by step). A large level is
// expanded in batches (batch_expansion.hpp) and merged at the barrier.
//
// Where moves go back, every level is expanded like a large one, and its merged children lose what
// levels before hold (past_states.hpp).
//
// A multiplicity that its type `Amount` cannot hold, or a level that does not fit, leaves the
// frontier as it was: a pipeline of wider multiplicities can take it over (scattered_levels.hpp).
//
// Once the buffers have grown nothing is allocated. Everything is one template over Backend
// (backend.hpp), so that a CPU runs every line of it in tests.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "batch_expansion.hpp"
#include "device.hpp"
#include "errors.hpp"
#include "level_steps.hpp"
#include "past_states.hpp"
#include "pipeline_options.hpp"
#include "shard_transfer.hpp"
#include "stored_levels.hpp"
#include "unfold.hpp"
#include "wide_shard.hpp"

namespace ktour {

template <Model M, Backend B, class Amount = Multiplicity>
class LevelPipeline {
 public:
  using Model = M;
  using State = typename M::State;

  LevelPipeline(const M& model, B& backend, const PipelineOptions& options)
      : model_(model),
        backend_(backend),
        options_(options.within(backend.free_bytes())),
        steps_(model, backend),
        batches_(model, backend, options_, steps_),
        stored_(backend) {}
  LevelPipeline(const LevelPipeline&) = delete;
  LevelPipeline& operator=(const LevelPipeline&) = delete;

  const M& model() const { return model_; }
  std::uint64_t memory_bytes() const { return options_.memory_bytes; }
  std::uint64_t states() const { return frontier_states_; }
  // The archive is in host memory, which this device does not budget.
  void reserve(std::uint64_t) {}

  void seed() {
    const std::vector<State> roots = model_.roots();
    const std::vector<Amount> ones(roots.size(), 1);
    make_front_room(roots.size());
    backend_.copy_to_device(front().states.data(), roots.data(), roots.size());
    backend_.copy_to_device(front().multiplicities.data(), ones.data(), ones.size());
    backend_.synchronize();
    past_.clear();
    frontier_states_ = roots.size();
    paths_ = Count(roots.size());
    begin_ = inbox_begin_of(roots);
    device_level_ = kUnknown;
  }

  // Makes a stored frontier current, whose multiplicities have as many limbs as `Amount`, with the
  // levels before it that children reach. Throws LevelTooLarge.
  void resume(const std::vector<WideShard<State>>& shards, const PastLevels<M>& past) {
    make_front_room(std::max(count_states(shards), past.states()));
    past_.upload(past);
    frontier_states_ = 0;
    for (const auto& shard : shards) {
      transfer_.upload(shard, 0, shard.length(), front(), frontier_states_);
      frontier_states_ += shard.length();
    }
    paths_ = add_up_paths(shards, kLimbs);
    begin_ = {0};
    for (const std::uint64_t states : count_by_inbox(model_, shards))
      begin_.push_back(begin_.back() + states);
    device_level_ = kUnknown;
  }

  // The frontier as one shard per inbox.
  std::vector<WideShard<State>> frontier() {
    std::vector<WideShard<State>> shards;
    for (std::uint64_t inbox = 0; inbox < inbox_count(); ++inbox) {
      shards.emplace_back(begin_[inbox + 1] - begin_[inbox], kLimbs);
      transfer_.download(front(), begin_[inbox], shards.back().length(), shards.back(), 0);
    }
    return shards;
  }

  // The levels before it, for good.
  PastLevels<M> take_past() { return past_.take_to_host(); }

  // Whether the frontier would fit with multiplicities of type `Wider`.
  template <class Wider>
  bool fits_widened() const {
    return std::max({frontier_states_, past_.states(), Steps::Buffers::kLeastSlots}) <=
           options_.memory_bytes /
               (LevelBuffers<State, Wider, B>::kBytesPerSlot + Past::kBytesPerSlot);
  }

  // Takes over the frontier of a pipeline with narrower multiplicities, which is empty afterwards.
  template <class Narrower>
  void take_widened(LevelPipeline<M, B, Narrower>& narrow) {
    frontier_states_ = std::exchange(narrow.frontier_states_, 0);
    paths_ = std::move(narrow.paths_);
    begin_ = std::move(narrow.begin_);
    device_level_ = kUnknown;
    past_.take(narrow.past_);
    steps_.take_widened(narrow.steps_, frontier_states_);
    narrow.release();
  }

  // A multiplicity of more than 64 bits is shown as kSaturated.
  std::vector<StateSample<State>> sample(int most) {
    const std::uint64_t wanted =
        std::min<std::uint64_t>(frontier_states_, static_cast<std::uint64_t>(most));
    std::vector<StateSample<State>> samples(wanted);
    std::vector<Amount> multiplicities(wanted);
    for (std::uint64_t index = 0; index < wanted; ++index) {
      const std::uint64_t rank = index * frontier_states_ / wanted;
      backend_.copy_to_host(&samples[index].state, front().states.data() + rank, 1);
      backend_.copy_to_host(&multiplicities[index], front().multiplicities.data() + rank, 1);
    }
    backend_.synchronize();
    for (std::uint64_t index = 0; index < wanted; ++index)
      samples[index].multiplicity = static_cast<Multiplicity>(
          std::min(multiplicities[index], static_cast<Amount>(kSaturated)));
    return samples;
  }

  LevelStatistics advance(int level) {
    batches_.throw_if_stopped();
    LevelStatistics row = describe_frontier();
    set_device_level(level);
    steps_.buffers().begin_level();
    if (!advance_small(row)) advance_large(level, row);
    device_level_ = kUnknown;  // until the level is known to be right
    const LevelCounters& counters = steps_.counters();
    check_level<M, Amount>(counters, level);

    row.dead_ends = counters.dead_ends;
    row.expanded = row.frontier - row.dead_ends;
    row.pruned = counters.pruned;
    row.messages = steps_.messages();
    row.generated = std::accumulate(row.messages.begin(), row.messages.end(), row.pruned);
    row.duplicates = row.generated - row.pruned - row.revisited - counters.frontier;

    past_.add(front().states.data(), frontier_states_);
    device_level_ = level + 1;
    frontier_states_ = counters.frontier;
    paths_ = steps_.paths();
    expanded_begin_ = std::exchange(begin_, steps_.inbox_begin());
    steps_.buffers().end_level();
    return row;
  }

  StoredLevel<State> take_expanded() requires OrderedRoutes<M> {
    return download(steps_.buffers().expanded(), expanded_begin_);
  }

  StoredLevel<State> take_current() requires OrderedRoutes<M> {
    StoredLevel<State> level = download(front(), begin_);
    release();  // makes room for the unfold
    return level;
  }

  // Gives the frontier up, and the device's memory back.
  void release() {
    frontier_states_ = 0;
    recordings_.clear();
    past_.release();
    steps_.release();
  }

  FinishedLevel finish(int level) {
    FinishedLevel finished{describe_frontier(), {}};
    set_device_level(level);
    steps_.count_complete(frontier_states_);
    backend_.synchronize();
    finished.statistics.dead_ends = steps_.counters().dead_ends;
    finished.tours_by_inbox = steps_.tours_by_inbox();
    return finished;
  }

  TourBatch<State> extend(const TourBatch<State>& batch,
                          const StoredLevel<State>& below) requires OrderedRoutes<M> {
    batches_.throw_if_stopped();
    return stored_.extend(model_, batch, below);
  }

 private:
  friend class LevelPipeline<M, B, Uint128>;  // takes what is here

  using Steps = LevelSteps<M, Amount, B>;
  using Batches = BatchExpansion<M, Amount, B>;
  using Pair = typename Steps::Pair;
  using Past = PastStates<M, B>;

  static constexpr int kLimbs = static_cast<int>(sizeof(Amount) / 8);
  static constexpr int kUnknown = -1;

  static constexpr std::uint64_t kLeastSmallChildren = 256;
  static constexpr std::uint64_t kStagedStates = std::uint64_t{1} << 20;

  Pair& front() { return steps_.buffers().front(); }
  std::uint64_t inbox_count() const { return static_cast<std::uint64_t>(model_.inboxes()); }
  std::uint64_t branching() const { return static_cast<std::uint64_t>(model_.max_children()); }

  bool make_room(std::uint64_t slots, std::uint64_t children) {
    constexpr std::uint64_t kForBuffers = Steps::Buffers::kBytesPerSlot;
    return steps_.make_room(
        slots, options_.memory_bytes / (kForBuffers + Past::kBytesPerSlot) * kForBuffers,
        frontier_states_, children);
  }

  // For a frontier of so many states; that of before is lost.
  void make_front_room(std::uint64_t states) {
    frontier_states_ = 0;
    if (!make_room(std::max<std::uint64_t>(states, 1), 0)) batches_.throw_too_large(-1, 0, states);
  }

  // What is on the device when a frontier has come from elsewhere, or a level has failed.
  void set_device_level(int level) {
    if (device_level_ != level)
      steps_.set_level(static_cast<std::uint64_t>(level), frontier_states_);
    device_level_ = level;
  }

  LevelStatistics describe_frontier() const {
    LevelStatistics row;
    row.frontier = frontier_states_;
    row.paths = paths_;
    row.bytes = frontier_states_ * Steps::Buffers::kBytesPerPair;
    row.messages.resize(inbox_count() * inbox_count());
    for (std::uint64_t inbox = 0; inbox < inbox_count(); ++inbox)
      row.inbox_states.push_back(begin_[inbox + 1] - begin_[inbox]);
    return row;
  }

  std::vector<std::uint64_t> inbox_begin_of(const std::vector<State>& states) const {
    std::vector<std::uint64_t> begin;
    for (int inbox = 0; inbox <= model_.inboxes(); ++inbox) {
      const auto first = std::partition_point(
          states.begin(), states.end(), [&](State state) { return model_.inbox(state) < inbox; });
      begin.push_back(static_cast<std::uint64_t>(first - states.begin()));
    }
    return begin;
  }

  // Small levels

  // Returns false, and does nothing, if the level is too large to run as one program.
  bool advance_small(LevelStatistics& row) {
    if (kLevelsBack<M> != 0 || frontier_states_ > options_.batch_states ||
        frontier_states_ > options_.small_children / branching())
      return false;
    const std::uint64_t bound =
        std::bit_ceil(std::max(frontier_states_ * branching(), kLeastSmallChildren));
    steps_.make_batch_room(bound / branching());
    if (!make_room(bound, 0)) return false;
    if (options_.graphs)
      run_recorded(bound);
    else
      enqueue_small(bound);
    backend_.synchronize();
    batches_.add_times(row, Steps::kBegin);
    if (options_.expanded != nullptr) *options_.expanded += frontier_states_;
    return true;
  }

  void enqueue_small(std::uint64_t bound) {
    const std::uint64_t states_bound = bound / branching();
    backend_.mark(Steps::kBegin);
    steps_.reset();
    steps_.count(0, states_bound);
    steps_.write(0, states_bound, 0);
    steps_.pad(states_bound, bound);
    backend_.mark(Steps::kExpanded);
    steps_.merge(bound);
    steps_.take_stock(bound);
  }

  struct Recording {
    typename B::Graph graph;
    bool swapped;  // whether the roles of children and other changed on the way
  };

  void run_recorded(std::uint64_t bound) {
    if (recorded_version_ != steps_.address_version()) recordings_.clear();
    recorded_version_ = steps_.address_version();
    const auto key = std::pair(bound, steps_.buffers().front_index());
    auto found = recordings_.find(key);
    if (found == recordings_.end()) {
      const Pair* const children = &steps_.buffers().children();
      backend_.begin_capture();
      enqueue_small(bound);
      const bool swapped = children != &steps_.buffers().children();
      found = recordings_.emplace(key, Recording{backend_.end_capture(), swapped}).first;
    } else if (found->second.swapped) {
      steps_.buffers().swap_children();
    }
    backend_.run(found->second.graph);
  }

  // Large levels

  void advance_large(int level, LevelStatistics& row) {
    steps_.reset();
    typename Batches::Pile children;
    batches_.expand(
        level, frontier_states_, children, row,
        [&](std::uint64_t slots) { return make_room(slots, children.states); },
        [&](bool) {
          // What could be streamed is not squeezed in at the cost of many merges.
          if (!OrderedRoutes<M> && children.states > steps_.buffers().capacity() / 4 * 3)
            batches_.throw_too_large(level, children.states, 1);
          return false;
        });
    backend_.mark(Steps::kExpanded);
    steps_.merge(children.states);
    if constexpr (kLevelsBack<M> != 0) row.revisited = drop_known();
    steps_.take_stock(children.states);
    backend_.synchronize();
    batches_.add_times(row, Steps::kExpanded);
  }

  // Takes what levels before hold from the merged children; returns how many.
  std::uint64_t drop_known() {
    steps_.fetch_counters();
    backend_.synchronize();
    const std::uint64_t merged = steps_.counters().merged;
    past_.prepare(frontier_states_, steps_.buffers().capacity());
    return merged - steps_.drop_known(past_.known(front().states.data(), frontier_states_));
  }

  // In pieces through pinned memory, which the device writes at full speed.
  StoredLevel<State> download(const Pair& pair, const std::vector<std::uint64_t>& begin) {
    if (staging_.capacity() == 0) staging_ = backend_.template allocate_host<State>(kStagedStates);
    StoredLevel<State> level;
    for (std::uint64_t inbox = 0; inbox < inbox_count(); ++inbox)
      level.shards.emplace_back(begin[inbox + 1] - begin[inbox]);
    std::uint64_t inbox = 0;
    for (std::uint64_t first = 0; first < begin.back(); first += kStagedStates) {
      const std::uint64_t staged = std::min(kStagedStates, begin.back() - first);
      backend_.copy_to_host(staging_.data(), pair.states.data() + first, staged);
      backend_.synchronize();
      for (std::uint64_t done = 0; done < staged;) {
        while (begin[inbox + 1] <= first + done) ++inbox;
        const std::uint64_t length = std::min(staged - done, begin[inbox + 1] - (first + done));
        std::copy_n(staging_.data() + done, length,
                    level.shards[inbox].data() + (first + done - begin[inbox]));
        done += length;
      }
    }
    return level;
  }

  M model_;
  B& backend_;
  PipelineOptions options_;
  Steps steps_;
  Batches batches_;
  ShardTransfer<State, Amount, B> transfer_{backend_};
  StoredLevels<State, B> stored_;
  Past past_{backend_};

  int device_level_ = kUnknown;  // what the device's counters say
  std::uint64_t frontier_states_ = 0;
  Count paths_;
  std::vector<std::uint64_t> begin_;  // where the frontier's inboxes begin, and its end
  std::vector<std::uint64_t> expanded_begin_;

  std::map<std::pair<std::uint64_t, std::size_t>, Recording> recordings_;  // by bound and front
  std::uint64_t recorded_version_ = 0;  // of the addresses they hold
  typename B::template HostArray<State> staging_;
};

}  // namespace ktour
