// The level pipeline: how a device with a stream and a few primitives advances a frontier, one
// level between two barriers, by the steps of level_steps.hpp.
//
// A small level runs as one program without any answer from the device in between: children are
// padded to a fixed bound, and the program is recorded once per bound and buffer order as a graph
// and replayed with one launch (options.graphs; otherwise enqueued step by step). A large level
// counts a batch, waits for the total, and writes exactly that; children of several batches pile up
// in the same buffer, which is merged whenever it is full, and once more at the barrier.
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

#include "device.hpp"
#include "errors.hpp"
#include "level_steps.hpp"
#include "pipeline_options.hpp"
#include "stored_levels.hpp"
#include "unfold.hpp"

namespace ktour {

template <OrderedRoutes M, Backend B>
class LevelPipeline {
 public:
  using Model = M;
  using State = typename M::State;

  LevelPipeline(const M& model, B& backend, const PipelineOptions& options)
      : model_(model),
        backend_(backend),
        options_(options),
        steps_(model, backend),
        stored_(backend) {
    options_.memory_bytes = std::min(options_.memory_bytes, backend.free_bytes() / 16 * 15);
    options_.batch_states = std::max<std::uint64_t>(options_.batch_states, 1);
  }

  const M& model() const { return model_; }
  std::uint64_t states() const { return frontier_states_; }
  // The archive is in host memory, which this device does not budget.
  void reserve(std::uint64_t) {}

  void seed() {
    const std::vector<State> roots = model_.roots();
    const std::vector<Multiplicity> ones(roots.size(), 1);
    frontier_states_ = 0;  // nothing to keep
    if (!make_room(std::max<std::uint64_t>(roots.size(), 1), 0))
      throw_too_large(-1, 0, roots.size());
    frontier_states_ = roots.size();
    paths_ = roots.size();
    backend_.copy_to_device(front().states.data(), roots.data(), roots.size());
    backend_.copy_to_device(front().multiplicities.data(), ones.data(), ones.size());
    steps_.set_level(0, roots.size());
    backend_.synchronize();
    begin_ = inbox_begin_of(roots);
  }

  std::vector<StateSample<State>> sample(int most) {
    const std::uint64_t wanted =
        std::min<std::uint64_t>(frontier_states_, static_cast<std::uint64_t>(most));
    std::vector<StateSample<State>> samples(wanted);
    for (std::uint64_t index = 0; index < wanted; ++index) {
      const std::uint64_t rank = index * frontier_states_ / wanted;
      backend_.copy_to_host(&samples[index].state, front().states.data() + rank, 1);
      backend_.copy_to_host(&samples[index].multiplicity, front().multiplicities.data() + rank, 1);
    }
    backend_.synchronize();
    return samples;
  }

  LevelStatistics advance(int level) {
    throw_if_stopped();
    LevelStatistics row = describe_frontier();
    steps_.buffers().begin_level();
    if (!advance_small(row)) advance_large(level, row);
    const LevelCounters& counters = steps_.counters();
    check(counters, level);

    row.dead_ends = counters.dead_ends;
    row.expanded = row.frontier - row.dead_ends;
    row.pruned = counters.pruned;
    row.messages = steps_.messages();
    row.generated = std::accumulate(row.messages.begin(), row.messages.end(), row.pruned);
    row.duplicates = row.generated - row.pruned - counters.frontier;

    frontier_states_ = counters.frontier;
    paths_ = from_halves(counters.paths_low, counters.paths_high);
    expanded_begin_ = std::exchange(begin_, steps_.inbox_begin());
    steps_.buffers().end_level();
    return row;
  }

  StoredLevel<State> take_expanded() {
    return download(steps_.buffers().expanded(), expanded_begin_);
  }

  StoredLevel<State> take_current() {
    StoredLevel<State> level = download(front(), begin_);
    recordings_.clear();
    steps_.release();  // makes room for the unfold
    return level;
  }

  FinishedLevel finish(int) {
    FinishedLevel finished{describe_frontier(), {}};
    steps_.count_complete(frontier_states_);
    backend_.synchronize();
    finished.statistics.dead_ends = steps_.counters().dead_ends;
    for (const Uint128 tours : steps_.tours_by_inbox()) finished.tours_by_inbox.push_back(tours);
    return finished;
  }

  TourBatch<State> extend(const TourBatch<State>& batch, const StoredLevel<State>& below) {
    throw_if_stopped();
    return stored_.extend(model_, batch, below);
  }

 private:
  using Steps = LevelSteps<M, B>;
  using Pair = typename Steps::Pair;

  static constexpr std::uint64_t kLeastSmallChildren = 256;
  static constexpr std::uint64_t kStagedStates = std::uint64_t{1} << 20;

  Pair& front() { return steps_.buffers().front(); }
  std::uint64_t inbox_count() const { return static_cast<std::uint64_t>(model_.inboxes()); }
  std::uint64_t branching() const { return static_cast<std::uint64_t>(model_.max_children()); }

  void throw_if_stopped() const {
    if (options_.stop != nullptr && *options_.stop) throw Interrupted();
  }

  bool make_room(std::uint64_t slots, std::uint64_t children) {
    return steps_.make_room(slots, options_.memory_bytes, frontier_states_, children);
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

  // A sizing defect or a multiplicity past 64 bits must never become a wrong count.
  static void check(const LevelCounters& counters, int level) {
    if (counters.refused != 0)
      throw std::logic_error("level " + std::to_string(level) +
                             ": children were written past the end of their buffer");
    if (counters.saturated != 0)
      throw SpaceError("level " + std::to_string(level + 1) +
                       ": a multiplicity exceeds 64 bits; the path model cannot count this board");
  }

  void add_times(LevelStatistics& row, typename Steps::Mark begin) const {
    if (begin == Steps::kBegin)
      row.ms(Phase::kExpand) += backend_.elapsed_ms(Steps::kBegin, Steps::kExpanded);
    row.ms(Phase::kRoute) += backend_.elapsed_ms(Steps::kExpanded, Steps::kRouted);
    row.ms(Phase::kMerge) += backend_.elapsed_ms(Steps::kRouted, Steps::kMerged);
  }

  // Small levels

  // Returns false, and does nothing, if the level is too large to run as one program.
  bool advance_small(LevelStatistics& row) {
    if (frontier_states_ > options_.batch_states ||
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
    add_times(row, Steps::kBegin);
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
    std::uint64_t children = 0;
    bool is_compact = true;  // the children so far are free of duplicates
    std::uint64_t batch = std::min(options_.batch_states, frontier_states_);
    steps_.make_batch_room(batch);
    for (std::uint64_t first = 0; first < frontier_states_;) {
      throw_if_stopped();
      batch = std::min(batch, frontier_states_ - first);
      const std::uint64_t more = count_batch(first, batch, row);
      if (make_room(children + more, children)) {
        write_batch(first, batch, children, row);
        children += more;
        first += batch;
        is_compact = false;
      } else if (!is_compact) {
        children = compact(children, row);
        is_compact = true;
      } else if (batch > 1) {
        batch /= 2;
      } else {
        throw_too_large(level, children, more);
      }
    }
    backend_.mark(Steps::kExpanded);
    steps_.merge(children);
    steps_.take_stock(children);
    backend_.synchronize();
    add_times(row, Steps::kExpanded);
  }

  std::uint64_t count_batch(std::uint64_t first, std::uint64_t batch, LevelStatistics& row) {
    backend_.mark(Steps::kBegin);
    steps_.count(first, batch);
    backend_.mark(Steps::kExpanded);
    steps_.fetch_total(batch);
    backend_.synchronize();
    row.ms(Phase::kExpand) += backend_.elapsed_ms(Steps::kBegin, Steps::kExpanded);
    return steps_.total();
  }

  void write_batch(std::uint64_t first, std::uint64_t batch, std::uint64_t children,
                   LevelStatistics& row) {
    backend_.mark(Steps::kBegin);
    steps_.write(first, batch, children);
    backend_.mark(Steps::kExpanded);
    backend_.synchronize();
    row.ms(Phase::kExpand) += backend_.elapsed_ms(Steps::kBegin, Steps::kExpanded);
  }

  // Merges the children so far and returns how many remain.
  std::uint64_t compact(std::uint64_t children, LevelStatistics& row) {
    backend_.mark(Steps::kExpanded);
    steps_.merge(children);
    backend_.mark(Steps::kMerged);
    steps_.fetch_counters();
    backend_.synchronize();
    add_times(row, Steps::kExpanded);
    return steps_.counters().merged;
  }

  [[noreturn]] void throw_too_large(int level, std::uint64_t children, std::uint64_t more) const {
    throw SpaceError("level " + std::to_string(level + 1) + " does not fit: it has at least " +
                     std::to_string(children) + " states, and " + std::to_string(children + more) +
                     " slots of " + std::to_string(Steps::Buffers::kBytesPerSlot) +
                     " bytes exceed the device's budget of " +
                     std::to_string(options_.memory_bytes) +
                     " bytes; raise --memory, use --device cpu" +
                     (model_.prunes() ? "" : ", or drop hopeless states with --prune all"));
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
  StoredLevels<State, B> stored_;

  std::uint64_t frontier_states_ = 0;
  Uint128 paths_ = 0;
  std::vector<std::uint64_t> begin_;  // where the frontier's inboxes begin, and its end
  std::vector<std::uint64_t> expanded_begin_;

  std::map<std::pair<std::uint64_t, std::size_t>, Recording> recordings_;  // by bound and front
  std::uint64_t recorded_version_ = 0;  // of the addresses they hold
  typename B::template HostArray<State> staging_;
};

}  // namespace ktour
