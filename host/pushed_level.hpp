// One level in the making on CPU threads, for models whose states scatter: a child may belong
// anywhere, so it is pushed. Words are cut by their highest bits into partitions, each a hash table
// that grows by itself.
//
//     states  --expand-->  worker's pockets, one a partition, 32 states each
//                                 | full: lock the partition, add to its table
//     tables  [ table | table | table | ... ]
//
// A pocketful is added with its slots prefetched, so a table need not fit the cache.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine.hpp"
#include "merge_table.hpp"
#include "model.hpp"
#include "statistics.hpp"

namespace ktour {

template <class M>
class PushedLevel {
 public:
  using State = typename M::State;

  // `admit(bytes)` is called, from any worker, before the tables come to take `bytes`; what it
  // throws leaves every table as it was.
  PushedLevel(const M& model, int workers, std::function<void(std::uint64_t)> admit)
      : model_(model), workers_(static_cast<std::size_t>(workers)), admit_(std::move(admit)) {}

  // How many partitions, as a power of two, suit a level with so many sources.
  static int partition_bits(std::uint64_t sources, std::uint64_t partition_states) {
    constexpr int kFewest = 4;
    constexpr int kMost = 12;
    return std::clamp(static_cast<int>(std::bit_width(2 * sources / partition_states)), kFewest,
                      kMost);
  }

  // Empty tables for the children of `level`. They make room for as many states as the level has
  // `sources` at once, where that takes less than half of `memory`: growing bit by bit costs a third
  // of all merging.
  void begin(int level, int partition_bits, int limbs, std::uint64_t sources,
             std::uint64_t memory) {
    const std::uint64_t slot_bytes = sizeof(State) + 8 * static_cast<std::uint64_t>(limbs);
    const std::uint64_t expected = std::min(sources, memory / (4 * slot_bytes)) >> partition_bits;
    level_ = level;
    limbs_ = limbs;
    partition_shift_ = model_.state_bits() - partition_bits;
    partitions_.clear();
    partitions_.reserve(std::size_t{1} << partition_bits);
    for (int index = 0; index < 1 << partition_bits; ++index)
      partitions_.push_back(std::make_unique<Partition>(
          MergeTable<State>(model_.state_bits(), partition_bits, limbs, expected)));
    table_bytes_ = 0;
    overflowed_ = false;
    for (Worker& worker : workers_) begin(worker);
  }

  // Gives up an unfinished level, and its memory.
  void clear() {
    partitions_.clear();
    table_bytes_ = 0;
  }

  // One worker's part of the work. Throws SpaceError, and what `admit` throws.
  void expand(int number, const State* states, const std::uint64_t* multiplicities,
              std::uint64_t count) {
    Worker& worker = workers_[static_cast<std::size_t>(number)];
    const auto inboxes = static_cast<std::size_t>(model_.inboxes());
    for (std::uint64_t index = 0; index < count; ++index) {
      const State state = states[index];
      const std::uint64_t* multiplicity = multiplicities + index * static_cast<unsigned>(limbs_);
      std::uint64_t* const messages =
          worker.messages.data() + static_cast<std::size_t>(model_.inbox(state)) * inboxes;
      std::uint64_t children = 0;
      model_.expand(state, level_, [&](State child) {
        if (child == kNoState<M>) throw word_too_small(level_ + 1);
        ++children;
        ++messages[model_.inbox(child)];
        put(worker, child, multiplicity);
      });
      worker.generated += children;
      worker.dead_ends += children == 0 ? 1U : 0U;
    }
  }

  std::uint64_t partitions() const { return partitions_.size(); }

  // Empties a partition and what the workers still hold of it, while none of them expands.
  WideShard<State> take_sorted(std::uint64_t index) {
    for (Worker& worker : workers_) flush(worker, index);
    MergeTable<State>& table = partitions_[index]->table;
    if (table.overflowed()) overflowed_ = true;
    table_bytes_ -= table.bytes();
    return table.take_sorted();
  }

  // What the tables take.
  std::uint64_t table_bytes() const { return table_bytes_; }

  // Whether a multiplicity of what was taken has left its limbs.
  bool overflowed() const { return overflowed_; }

  // What was expanded and generated since begin(); how long merging took, by worker.
  void add_to(LevelStatistics& row) const {
    for (const Worker& worker : workers_) {
      row.generated += worker.generated;
      row.dead_ends += worker.dead_ends;
      row.ms(Phase::kMerge) += worker.merge_ms / static_cast<double>(workers_.size());
      for (std::size_t pair = 0; pair < row.messages.size(); ++pair)
        row.messages[pair] += worker.messages[pair];
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kPocketStates = 32;

  struct Partition {
    explicit Partition(MergeTable<State>&& empty) : table(std::move(empty)) {}
    std::mutex mutex;
    MergeTable<State> table;
  };

  // A worker's own: children on their way to the partitions, and what it counted.
  struct Worker {
    std::vector<State> words;
    std::vector<std::uint64_t> limbs;
    std::vector<std::uint32_t> filled;  // by partition
    std::uint64_t generated = 0;
    std::uint64_t dead_ends = 0;
    double merge_ms = 0;
    std::vector<std::uint64_t> messages;
  };

  void begin(Worker& worker) const {
    const auto inboxes = static_cast<std::size_t>(model_.inboxes());
    worker.words.resize(partitions_.size() * kPocketStates);
    worker.limbs.resize(partitions_.size() * kPocketStates * static_cast<unsigned>(limbs_));
    worker.filled.assign(partitions_.size(), 0);
    worker.generated = worker.dead_ends = 0;
    worker.merge_ms = 0;
    worker.messages.assign(inboxes * inboxes, 0);
  }

  void put(Worker& worker, State child, const std::uint64_t* multiplicity) {
    const auto partition = static_cast<std::size_t>(child >> partition_shift_);
    const std::size_t place = partition * kPocketStates + worker.filled[partition];
    worker.words[place] = child;
    std::copy_n(multiplicity, limbs_, worker.limbs.data() + place * static_cast<unsigned>(limbs_));
    if (++worker.filled[partition] == kPocketStates) {
      const auto start = Clock::now();
      flush(worker, partition);
      worker.merge_ms += ms_since(start);
    }
  }

  void flush(Worker& worker, std::size_t index) {
    const std::uint64_t count = std::exchange(worker.filled[index], 0);
    if (count == 0) return;
    Partition& partition = *partitions_[index];
    const State* const words = worker.words.data() + index * kPocketStates;
    const std::uint64_t* const limbs =
        worker.limbs.data() + index * kPocketStates * static_cast<unsigned>(limbs_);
    const std::lock_guard lock(partition.mutex);
    MergeTable<State>& table = partition.table;
    if (table.is_full(count)) grow(table, count);
    for (std::uint64_t state = 0; state < count; ++state) table.prefetch(words[state]);
    const std::uint64_t before = table.bytes();
    for (std::uint64_t state = 0; state < count; ++state)
      table.add(words[state], limbs + state * static_cast<unsigned>(limbs_));
    table_bytes_ += table.bytes() - before;  // rarely anything
  }

  void grow(MergeTable<State>& table, std::uint64_t more) {
    admit_(table_bytes_ + table.bytes_grown(more));
    const std::uint64_t before = table.bytes();
    table.grow(more);
    table_bytes_ += table.bytes() - before;
  }

  const M& model_;
  std::vector<Worker> workers_;
  std::function<void(std::uint64_t)> admit_;
  std::vector<std::unique_ptr<Partition>> partitions_;
  int level_ = 0;
  int limbs_ = 1;
  int partition_shift_ = 0;
  std::atomic<std::uint64_t> table_bytes_{0};
  std::atomic<bool> overflowed_{false};
};

}  // namespace ktour
