// The steps that a level on a device with a stream is made of, each only enqueued, and the memory
// they work in. In what order and how often they run is the pipeline's business (pipeline.hpp).
//
//     count -> write (-> pad)      expand: children behind the children that are there
//     merge                        route and merge: radix sort on the bits in use, equal states
//                                  reduced
//     (-> drop_known)              where moves go back: without the states of levels before
//     take_stock                   the next level's numbers, and their copies on the host
//
// Recordings bake addresses in: address_version() changes whenever one of them does.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "backend.hpp"
#include "count.hpp"
#include "level_buffers.hpp"
#include "level_difference.cuh"
#include "level_kernels.cuh"
#include "model.hpp"

namespace ktour {

// Sum over k of sums[k] * 2^32k.
inline Count from_digit_sums(std::span<const Counter> sums) {
  std::vector<std::uint64_t> limbs(sums.size() / 2 + 2);
  Uint128 rest = 0;
  for (std::size_t k = 0; k < 2 * limbs.size(); ++k, rest >>= 32) {
    if (k < sums.size()) rest += sums[k];
    limbs[k / 2] |= static_cast<std::uint64_t>(rest & 0xffffffffU) << (k % 2 * 32);
  }
  return Count(std::span<const std::uint64_t>(limbs));
}

// Of sums[digit * inboxes + inbox].
template <class Amount>
std::vector<Count> tours_from_digit_sums(const Counter* sums, std::uint64_t inboxes) {
  std::vector<Count> tours;
  for (std::uint64_t inbox = 0; inbox < inboxes; ++inbox) {
    std::array<Counter, kDigits<Amount>> digit_sums;
    for (std::size_t k = 0; k < digit_sums.size(); ++k) digit_sums[k] = sums[k * inboxes + inbox];
    tours.push_back(from_digit_sums(digit_sums));
  }
  return tours;
}

// `Amount` is the type of a multiplicity.
template <Model M, class Amount, Backend B>
class LevelSteps {
 public:
  using State = typename M::State;
  using Buffers = LevelBuffers<State, Amount, B>;
  using Pair = typename Buffers::Pair;
  enum Mark { kBegin, kExpanded, kRouted, kMerged };

  static constexpr std::uint64_t kBytesPerBatchState =
      sizeof(std::uint32_t) + sizeof(std::uint64_t);

  LevelSteps(const M& model, B& backend)
      : model_(model),
        backend_(backend),
        buffers_(backend),
        counters_(backend.template allocate<LevelCounters>(1)),
        inbox_begin_(backend.template allocate<std::uint64_t>(inbox_count() + 1)),
        messages_(backend.template allocate<Counter>(inbox_count() * inbox_count())),
        tours_(backend.template allocate<Counter>(kDigits<Amount> * inbox_count())),
        host_counters_(backend.template allocate_host<LevelCounters>(1)),
        host_inbox_begin_(backend.template allocate_host<std::uint64_t>(inbox_count() + 1)),
        host_messages_(backend.template allocate_host<Counter>(inbox_count() * inbox_count())),
        host_tours_(backend.template allocate_host<Counter>(kDigits<Amount> * inbox_count())),
        host_total_(backend.template allocate_host<std::uint64_t>(1)) {}

  Buffers& buffers() { return buffers_; }
  std::uint64_t address_version() const { return address_version_; }

  // Memory

  // Room for `slots` children (and as many states of the frontier) within `memory_bytes`, keeping
  // the frontier's states and the children that are there. False where the budget is too small.
  bool make_room(std::uint64_t slots, std::uint64_t memory_bytes, std::uint64_t front_states,
                 std::uint64_t children) {
    const std::uint64_t batch_bytes = (batch_capacity_ + 1) * kBytesPerBatchState;
    const std::uint64_t before = buffers_.capacity();
    if (!buffers_.make_room(slots, memory_bytes - std::min(memory_bytes, batch_bytes), front_states,
                            children))
      return false;
    if (buffers_.capacity() != before) addresses_changed();
    return true;
  }

  void make_batch_room(std::uint64_t batch) {
    if (batch <= batch_capacity_) return;
    counts_ = {};
    offsets_ = {};
    counts_ = backend_.template allocate<std::uint32_t>(batch + 1);
    offsets_ = backend_.template allocate<std::uint64_t>(batch + 1);
    batch_capacity_ = batch;
    addresses_changed();
  }

  // Room for batches of so many states, and for as many children as `memory_bytes` then allow;
  // nothing is kept. False where that is not worth while.
  bool make_most_room(std::uint64_t batch, std::uint64_t memory_bytes) {
    make_batch_room(batch);
    const std::uint64_t batch_bytes = (batch_capacity_ + 1) * kBytesPerBatchState;
    const std::uint64_t slots =
        (memory_bytes - std::min(memory_bytes, batch_bytes)) / Buffers::kBytesPerSlot;
    return slots >= Buffers::kLeastSlots && make_room(slots, memory_bytes, 0, 0);
  }

  void release() {
    buffers_.release();
    counts_ = {};
    offsets_ = {};
    batch_capacity_ = 0;
    ++address_version_;
  }

  // Takes the front's states from steps with narrower multiplicities.
  template <class Narrower>
  void take_widened(LevelSteps<M, Narrower, B>& narrow, std::uint64_t front_states) {
    buffers_.take_front(narrow.buffers(), front_states, [&](const Narrower* from, Amount* to) {
      backend_.launch(widen<Narrower, Amount>, backend_.grid(front_states), from, front_states, to);
    });
    addresses_changed();
  }

  // Steps

  // The level and the size of its frontier, whose states are in the front buffer.
  void set_level(std::uint64_t level, std::uint64_t frontier) {
    LevelCounters& counters = *host_counters_.data();
    counters = {};
    counters.level = level;
    counters.frontier = frontier;
    backend_.copy_to_device(counters_.data(), host_counters_.data(), 1);
  }

  void reset() {
    constexpr std::uint64_t kFields = sizeof(LevelCounters) / sizeof(Counter);
    backend_.zero(&counters_.data()->dead_ends, kFields - 2);  // all but level and frontier
    backend_.zero(messages_.data(), inbox_count() * inbox_count());
  }

  // Of the frontier's states first ... first + bound - 1.
  void count(std::uint64_t first, std::uint64_t bound) {
    backend_.launch(count_children<M>, backend_.grid(bound + 1), model_,
                    buffers_.front().states.data(), first, bound, counters_.data(), counts_.data());
    backend_.exclusive_sum(counts_.data(), offsets_.data(), bound + 1);
  }
  void fetch_total(std::uint64_t bound) {
    backend_.copy_to_host(host_total_.data(), offsets_.data() + bound, 1);
  }

  // Writes the children counted before behind the `children` that are there.
  void write(std::uint64_t first, std::uint64_t bound, std::uint64_t children) {
    const std::uint64_t matrix_bytes = inbox_count() * inbox_count() * sizeof(Counter);
    const bool shared = matrix_bytes <= kMostSharedBytes;
    backend_.launch(
        write_children<M, Amount>, backend_.grid(bound).with_shared(shared ? matrix_bytes : 0),
        model_, buffers_.front().states.data(), buffers_.front().multiplicities.data(), first,
        bound, offsets_.data(), children, buffers_.capacity(), buffers_.children().states.data(),
        buffers_.children().multiplicities.data(), counters_.data(), messages_.data(), shared);
  }

  // Fills the slots from the counted total up to `slots` with states that are none.
  void pad(std::uint64_t counted_bound, std::uint64_t slots) {
    backend_.launch(pad_children<State, Amount>, backend_.grid(slots),
                    offsets_.data() + counted_bound, slots, buffers_.children().states.data(),
                    buffers_.children().multiplicities.data());
  }

  // Sorts and reduces the first `slots` children. The result is in the children's buffer, which the
  // other buffer may have become.
  void merge(std::uint64_t slots) {
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
  // Takes the states of `known` levels from the merged children, whose number has been fetched.
  // Waits for the device; returns how many are left.
  template <int kLevels>
  std::uint64_t drop_known(const KnownLevels<State, kLevels>& known) {
    const std::uint64_t merged = counters().merged;
    std::uint64_t kept = 0;
    for (std::uint64_t first = 0; first < merged; first += batch_capacity_) {
      const std::uint64_t bound = std::min(batch_capacity_, merged - first);
      const Pair& children = buffers_.children();
      backend_.launch(mark_new<State, kLevels>, backend_.grid(bound + 1), children.states.data(),
                      first, bound, known, counts_.data());
      backend_.exclusive_sum(counts_.data(), offsets_.data(), bound + 1);
      fetch_total(bound);
      backend_.launch(keep_marked<State, Amount>, backend_.grid(bound), children.states.data(),
                      children.multiplicities.data(), first, bound, counts_.data(), offsets_.data(),
                      kept, buffers_.other().states.data(), buffers_.other().multiplicities.data());
      backend_.synchronize();
      kept += total();
    }
    buffers_.swap_children();
    host_counters_.data()->merged = kept;
    backend_.copy_to_device(&counters_.data()->merged, &host_counters_.data()->merged, 1);
    backend_.synchronize();
    return kept;
  }
  void fetch_counters() { backend_.copy_to_host(host_counters_.data(), counters_.data(), 1); }

  // Makes the merged children the current level. At most `bound` of them.
  void take_stock(std::uint64_t bound) {
    add_up(bound);
    backend_.launch(set_frontier<State>, Grid{1, 1, 0}, buffers_.children().states.data(),
                    counters_.data());
    backend_.mark(kMerged);
    fetch_counters();
    fetch_inbox_begin();
    fetch_messages();
  }
  // Only the sums over the merged children and where their inboxes begin.
  void add_up(std::uint64_t bound) {
    const Pair& next = buffers_.children();
    backend_.launch(ktour::take_stock<M, Amount>, backend_.grid(bound), model_, next.states.data(),
                    next.multiplicities.data(), counters_.data(), inbox_begin_.data());
  }
  void fetch_inbox_begin() {
    backend_.copy_to_host(host_inbox_begin_.data(), inbox_begin_.data(), inbox_count() + 1);
  }
  void fetch_messages() {
    backend_.copy_to_host(host_messages_.data(), messages_.data(), inbox_count() * inbox_count());
  }

  // The last level's dead ends and tours.
  void count_complete(std::uint64_t frontier) {
    reset();
    backend_.zero(tours_.data(), tours_.capacity());
    backend_.launch(count_tours<M, Amount>, backend_.grid(frontier), model_,
                    buffers_.front().states.data(), buffers_.front().multiplicities.data(),
                    counters_.data(), tours_.data());
    backend_.copy_to_host(host_tours_.data(), tours_.data(), tours_.capacity());
    fetch_counters();
  }

  // What the steps left on the host, after synchronize()

  const LevelCounters& counters() const { return *host_counters_.data(); }
  std::uint64_t total() const { return *host_total_.data(); }
  std::vector<std::uint64_t> inbox_begin() const {
    return {host_inbox_begin_.data(), host_inbox_begin_.data() + inbox_count() + 1};
  }
  std::vector<std::uint64_t> messages() const {
    return {host_messages_.data(), host_messages_.data() + inbox_count() * inbox_count()};
  }
  Count paths() const { return from_digit_sums(std::span(counters().paths)); }
  std::vector<Count> tours_by_inbox() const {
    return tours_from_digit_sums<Amount>(host_tours_.data(), inbox_count());
  }

 private:
  static constexpr std::uint64_t kMostSharedBytes = std::uint64_t{47} << 10;  // of 48 KiB

  std::uint64_t inbox_count() const { return static_cast<std::uint64_t>(model_.inboxes()); }

  void addresses_changed() {
    ++address_version_;
    backend_.template prepare<State, Amount>(std::max(buffers_.capacity(), batch_capacity_ + 1));
  }

  M model_;
  B& backend_;
  Buffers buffers_;
  std::uint64_t address_version_ = 0;

  std::uint64_t batch_capacity_ = 0;
  typename B::template Array<std::uint32_t> counts_;  // children of a batch's states
  typename B::template Array<std::uint64_t> offsets_;

  typename B::template Array<LevelCounters> counters_;
  typename B::template Array<std::uint64_t> inbox_begin_;
  typename B::template Array<Counter> messages_;
  typename B::template Array<Counter> tours_;  // [digit * inboxes + inbox]
  typename B::template HostArray<LevelCounters> host_counters_;
  typename B::template HostArray<std::uint64_t> host_inbox_begin_;
  typename B::template HostArray<Counter> host_messages_;
  typename B::template HostArray<Counter> host_tours_;
  typename B::template HostArray<std::uint64_t> host_total_;
};

}  // namespace ktour
