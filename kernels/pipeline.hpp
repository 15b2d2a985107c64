// The level pipeline: how a device with a stream and a few primitives advances a frontier.
//
//     count children -> exclusive sum -> bounds check -> write      expand
//     radix sort on the bits in use: inboxes side by side           route
//     reduce equal states, adding multiplicities; take stock        merge
//
// The frontier, the children and the sort's second copy live in three equal pair buffers that
// change roles from level to level, so nothing is copied and, once they have grown, nothing
// allocated.
//
// A small level runs as one program without any answer from the device in between: children are
// padded to a fixed bound, and the program is recorded once per bound and buffer order as a graph
// and replayed with one launch (options.graphs; otherwise enqueued step by step). A large level
// counts a batch, waits for the total, and writes exactly that; children of several batches pile up
// in the same buffer, which is merged whenever it is full, and once more at the barrier.
//
// Everything is one template over Backend (backend.hpp), so that a CPU runs every line of it in
// tests.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "backend.hpp"
#include "device.hpp"
#include "errors.hpp"
#include "level_buffers.hpp"
#include "level_kernels.cuh"
#include "model.hpp"
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
        buffers_(backend),
        stored_(backend),
        counters_(backend.template allocate<LevelCounters>(1)),
        inbox_begin_(backend.template allocate<std::uint64_t>(inbox_count() + 1)),
        messages_(backend.template allocate<Counter>(inbox_count() * inbox_count())),
        host_counters_(backend.template allocate_host<LevelCounters>(1)),
        host_inbox_begin_(backend.template allocate_host<std::uint64_t>(inbox_count() + 1)),
        host_messages_(backend.template allocate_host<Counter>(inbox_count() * inbox_count())),
        host_total_(backend.template allocate_host<std::uint64_t>(1)) {
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
    LevelCounters counters{};
    counters.frontier = roots.size();
    frontier_states_ = 0;  // nothing to keep
    if (!make_room(std::max<std::uint64_t>(roots.size(), 1), 0))
      throw_too_large(-1, 0, roots.size());
    frontier_states_ = roots.size();
    paths_ = roots.size();
    backend_.copy_to_device(buffers_.front().states.data(), roots.data(), roots.size());
    backend_.copy_to_device(buffers_.front().multiplicities.data(), ones.data(), ones.size());
    backend_.copy_to_device(counters_.data(), &counters, 1);
    backend_.synchronize();
    begin_ = inbox_begin_of(roots);
  }

  std::vector<StateSample<State>> sample(int most) {
    const std::uint64_t wanted =
        std::min<std::uint64_t>(frontier_states_, static_cast<std::uint64_t>(most));
    std::vector<StateSample<State>> samples(wanted);
    for (std::uint64_t index = 0; index < wanted; ++index) {
      const std::uint64_t rank = index * frontier_states_ / wanted;
      backend_.copy_to_host(&samples[index].state, buffers_.front().states.data() + rank, 1);
      backend_.copy_to_host(&samples[index].multiplicity,
                            buffers_.front().multiplicities.data() + rank, 1);
    }
    backend_.synchronize();
    return samples;
  }

  LevelStatistics advance(int level) {
    throw_if_stopped();
    LevelStatistics row = describe_frontier();
    buffers_.begin_level();
    if (!advance_small(row)) advance_large(level, row);
    check_counters(level);

    const LevelCounters& counters = host_counters_.data()[0];
    row.dead_ends = counters.dead_ends;
    row.expanded = row.frontier - row.dead_ends;
    row.pruned = counters.pruned;
    row.messages.assign(host_messages_.data(), host_messages_.data() + host_messages_.capacity());
    row.generated = std::accumulate(row.messages.begin(), row.messages.end(), row.pruned);
    row.duplicates = row.generated - row.pruned - counters.frontier;

    frontier_states_ = counters.frontier;
    paths_ = from_halves(counters.paths_low, counters.paths_high);
    expanded_begin_ = std::exchange(
        begin_, {host_inbox_begin_.data(), host_inbox_begin_.data() + inbox_count() + 1});
    buffers_.end_level();
    return row;
  }

  StoredLevel<State> take_expanded() { return download(buffers_.expanded(), expanded_begin_); }

  StoredLevel<State> take_current() {
    StoredLevel<State> level = download(buffers_.front(), begin_);
    recordings_.clear();
    buffers_.release();  // makes room for the unfold
    return level;
  }

  FinishedLevel finish(int) {
    FinishedLevel finished{describe_frontier(), {}};
    auto tours = backend_.template allocate<Counter>(2 * inbox_count());
    std::vector<Counter> host_tours(2 * inbox_count());
    backend_.zero(tours.data(), 2 * inbox_count());
    enqueue_reset();
    backend_.launch(count_tours<M>, backend_.grid(frontier_states_), model_,
                    buffers_.front().states.data(), buffers_.front().multiplicities.data(),
                    counters_.data(), tours.data(), tours.data() + inbox_count());
    backend_.copy_to_host(host_tours.data(), tours.data(), 2 * inbox_count());
    backend_.copy_to_host(host_counters_.data(), counters_.data(), 1);
    backend_.synchronize();
    finished.statistics.dead_ends = host_counters_.data()[0].dead_ends;
    for (std::uint64_t inbox = 0; inbox < inbox_count(); ++inbox)
      finished.tours_by_inbox.push_back(
          from_halves(host_tours[inbox], host_tours[inbox_count() + inbox]));
    return finished;
  }

  TourBatch<State> extend(const TourBatch<State>& batch, const StoredLevel<State>& below) {
    throw_if_stopped();
    return stored_.extend(model_, batch, below);
  }

 private:
  using Buffers = LevelBuffers<State, B>;
  using Pair = typename Buffers::Pair;
  enum Mark { kBegin, kExpanded, kRouted, kMerged };

  static constexpr std::uint64_t kLeastSmallChildren = 256;
  static constexpr std::uint64_t kMostSharedBytes = std::uint64_t{48} << 10;
  static constexpr std::uint64_t kBytesPerBatchState =
      sizeof(std::uint32_t) + sizeof(std::uint64_t);
  static constexpr std::uint64_t kStagedStates = std::uint64_t{1} << 20;

  static Uint128 from_halves(Counter low, Counter high) { return (Uint128{high} << 32) + low; }

  std::uint64_t inbox_count() const { return static_cast<std::uint64_t>(model_.inboxes()); }
  std::uint64_t branching() const { return static_cast<std::uint64_t>(model_.max_children()); }

  void throw_if_stopped() const {
    if (options_.stop != nullptr && *options_.stop) throw Interrupted();
  }

  LevelStatistics describe_frontier() const {
    LevelStatistics row;
    row.frontier = frontier_states_;
    row.paths = paths_;
    row.bytes = frontier_states_ * Buffers::kBytesPerPair;
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
  void check_counters(int level) const {
    if (host_counters_.data()[0].refused != 0)
      throw std::logic_error("level " + std::to_string(level) +
                             ": children were written past the end of their buffer");
    if (host_counters_.data()[0].saturated != 0)
      throw SpaceError("level " + std::to_string(level + 1) +
                       ": a multiplicity exceeds 64 bits; the path model cannot count this board");
  }

  // Memory. Recordings hold addresses, so they go when a buffer moves.

  std::uint64_t budget_bytes() const {
    const std::uint64_t batch_bytes = (batch_capacity_ + 1) * kBytesPerBatchState;
    return options_.memory_bytes - std::min(options_.memory_bytes, batch_bytes);
  }

  bool make_room(std::uint64_t slots, std::uint64_t children) {
    const std::uint64_t before = buffers_.capacity();
    if (!buffers_.make_room(slots, budget_bytes(), frontier_states_, children)) return false;
    if (buffers_.capacity() != before) prepare_primitives();
    return true;
  }

  void make_batch_room(std::uint64_t batch) {
    if (batch <= batch_capacity_) return;
    counts_ = {};
    offsets_ = {};
    counts_ = backend_.template allocate<std::uint32_t>(batch + 1);
    offsets_ = backend_.template allocate<std::uint64_t>(batch + 1);
    batch_capacity_ = batch;
    prepare_primitives();
  }

  void prepare_primitives() {
    recordings_.clear();
    backend_.template prepare<State>(std::max(buffers_.capacity(), batch_capacity_ + 1));
  }

  // Steps of a level, each only enqueued

  void enqueue_reset() {
    constexpr std::uint64_t kFieldsToZero = 7;  // all but level and frontier
    static_assert(sizeof(LevelCounters) == (2 + kFieldsToZero) * sizeof(Counter));
    backend_.zero(&counters_.data()->dead_ends, kFieldsToZero);
    backend_.zero(messages_.data(), inbox_count() * inbox_count());
  }

  void enqueue_count(std::uint64_t first, std::uint64_t bound) {
    backend_.launch(count_children<M>, backend_.grid(bound + 1), model_,
                    buffers_.front().states.data(), first, bound, counters_.data(), counts_.data());
    backend_.exclusive_sum(counts_.data(), offsets_.data(), bound + 1);
  }

  // Writes the children counted before behind the `children` that are there.
  void enqueue_write(std::uint64_t first, std::uint64_t bound, std::uint64_t children) {
    const std::uint64_t matrix_bytes = inbox_count() * inbox_count() * sizeof(Counter);
    const bool shared = matrix_bytes <= kMostSharedBytes;
    backend_.launch(write_children<M>, backend_.grid(bound).with_shared(shared ? matrix_bytes : 0),
                    model_, buffers_.front().states.data(), buffers_.front().multiplicities.data(),
                    first, bound, offsets_.data(), children, buffers_.capacity(),
                    buffers_.children().states.data(), buffers_.children().multiplicities.data(),
                    counters_.data(), messages_.data(), shared);
  }

  // Sorts and reduces the first `slots` children; the result is in the children's buffer.
  void enqueue_merge(std::uint64_t slots) {
    if (slots == 0) {
      backend_.zero(&counters_.data()->merged, 1);
      backend_.mark(kRouted);
      return;
    }
    Pair& children = buffers_.children();
    Pair& other = buffers_.other();
    const bool moved = backend_.sort_pairs(children.states.data(), children.multiplicities.data(),
                                           other.states.data(), other.multiplicities.data(), slots,
                                           model_.state_bits());
    backend_.mark(kRouted);
    if (moved) buffers_.swap_children();
    backend_.reduce_by_state(buffers_.children().states.data(),
                             buffers_.children().multiplicities.data(), slots,
                             buffers_.other().states.data(), buffers_.other().multiplicities.data(),
                             &counters_.data()->merged);
    buffers_.swap_children();
  }

  void enqueue_stock(std::uint64_t bound) {
    const Pair& next = buffers_.children();
    backend_.launch(take_stock<M>, backend_.grid(bound), model_, next.states.data(),
                    next.multiplicities.data(), counters_.data(), inbox_begin_.data());
    backend_.launch(set_frontier<State>, Grid{1, 1, 0}, next.states.data(), counters_.data());
    backend_.mark(kMerged);
    backend_.copy_to_host(host_counters_.data(), counters_.data(), 1);
    backend_.copy_to_host(host_inbox_begin_.data(), inbox_begin_.data(), inbox_count() + 1);
    backend_.copy_to_host(host_messages_.data(), messages_.data(), inbox_count() * inbox_count());
  }

  void add_times(LevelStatistics& row, Mark begin) const {
    if (begin == kBegin) row.ms(Phase::kExpand) += backend_.elapsed_ms(kBegin, kExpanded);
    row.ms(Phase::kRoute) += backend_.elapsed_ms(kExpanded, kRouted);
    row.ms(Phase::kMerge) += backend_.elapsed_ms(kRouted, kMerged);
  }

  // Small levels

  // Returns false, and does nothing, if the level is too large to run as one program.
  bool advance_small(LevelStatistics& row) {
    if (frontier_states_ > options_.batch_states ||
        frontier_states_ > options_.small_children / branching())
      return false;
    const std::uint64_t bound =
        std::bit_ceil(std::max(frontier_states_ * branching(), kLeastSmallChildren));
    make_batch_room(bound / branching());
    if (!make_room(bound, 0)) return false;
    if (options_.graphs)
      run_recorded(bound);
    else
      enqueue_small(bound);
    backend_.synchronize();
    add_times(row, kBegin);
    return true;
  }

  void enqueue_small(std::uint64_t bound) {
    const std::uint64_t states_bound = bound / branching();
    backend_.mark(kBegin);
    enqueue_reset();
    enqueue_count(0, states_bound);
    enqueue_write(0, states_bound, 0);
    backend_.launch(pad_children<State>, backend_.grid(bound), offsets_.data() + states_bound,
                    bound, buffers_.children().states.data(),
                    buffers_.children().multiplicities.data());
    backend_.mark(kExpanded);
    enqueue_merge(bound);
    enqueue_stock(bound);
  }

  struct Recording {
    typename B::Graph graph;
    bool swapped;  // whether the roles of children and other changed on the way
  };

  void run_recorded(std::uint64_t bound) {
    const auto key = std::pair(bound, buffers_.front_index());
    auto found = recordings_.find(key);
    if (found == recordings_.end()) {
      const Pair* const children = &buffers_.children();
      backend_.begin_capture();
      enqueue_small(bound);
      const bool swapped = children != &buffers_.children();
      found = recordings_.emplace(key, Recording{backend_.end_capture(), swapped}).first;
    } else if (found->second.swapped) {
      buffers_.swap_children();
    }
    backend_.run(found->second.graph);
  }

  // Large levels

  void advance_large(int level, LevelStatistics& row) {
    enqueue_reset();
    std::uint64_t children = 0;
    bool is_compact = true;  // the children so far are free of duplicates
    std::uint64_t batch = std::min(options_.batch_states, frontier_states_);
    make_batch_room(batch);
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
    backend_.mark(kExpanded);
    enqueue_merge(children);
    enqueue_stock(children);
    backend_.synchronize();
    add_times(row, kExpanded);
  }

  std::uint64_t count_batch(std::uint64_t first, std::uint64_t batch, LevelStatistics& row) {
    backend_.mark(kBegin);
    enqueue_count(first, batch);
    backend_.mark(kExpanded);
    backend_.copy_to_host(host_total_.data(), offsets_.data() + batch, 1);
    backend_.synchronize();
    row.ms(Phase::kExpand) += backend_.elapsed_ms(kBegin, kExpanded);
    return host_total_.data()[0];
  }

  void write_batch(std::uint64_t first, std::uint64_t batch, std::uint64_t children,
                   LevelStatistics& row) {
    backend_.mark(kBegin);
    enqueue_write(first, batch, children);
    backend_.mark(kExpanded);
    backend_.synchronize();
    row.ms(Phase::kExpand) += backend_.elapsed_ms(kBegin, kExpanded);
  }

  // Merges the children so far and returns how many remain.
  std::uint64_t compact(std::uint64_t children, LevelStatistics& row) {
    backend_.mark(kExpanded);
    enqueue_merge(children);
    backend_.mark(kMerged);
    backend_.copy_to_host(host_counters_.data(), counters_.data(), 1);
    backend_.synchronize();
    add_times(row, kExpanded);
    return host_counters_.data()[0].merged;
  }

  [[noreturn]] void throw_too_large(int level, std::uint64_t children, std::uint64_t more) const {
    throw SpaceError("level " + std::to_string(level + 1) + " has at least " +
                     std::to_string(children) + " states; " + std::to_string(children + more) +
                     " slots of " + std::to_string(Buffers::kBytesPerSlot) +
                     " bytes exceed the device's budget of " +
                     std::to_string(options_.memory_bytes) +
                     " bytes; raise --memory, use --device cpu, or drop hopeless states with "
                     "--prune all");
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
  Buffers buffers_;
  StoredLevels<State, B> stored_;

  std::uint64_t frontier_states_ = 0;
  Uint128 paths_ = 0;
  std::vector<std::uint64_t> begin_;  // where the frontier's inboxes begin, and its end
  std::vector<std::uint64_t> expanded_begin_;

  std::uint64_t batch_capacity_ = 0;
  typename B::template Array<std::uint32_t> counts_;  // children of a batch's states
  typename B::template Array<std::uint64_t> offsets_;

  typename B::template Array<LevelCounters> counters_;
  typename B::template Array<std::uint64_t> inbox_begin_;
  typename B::template Array<Counter> messages_;
  typename B::template HostArray<LevelCounters> host_counters_;
  typename B::template HostArray<std::uint64_t> host_inbox_begin_;
  typename B::template HostArray<Counter> host_messages_;
  typename B::template HostArray<std::uint64_t> host_total_;
  typename B::template HostArray<State> staging_;

  std::map<std::pair<std::uint64_t, std::size_t>, Recording> recordings_;  // by bound and front
};

}  // namespace ktour
