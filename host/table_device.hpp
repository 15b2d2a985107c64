// The CPU device for models whose states scatter: a child may belong anywhere, so it is pushed, not
// pulled. Words are cut by their highest bits into partitions, each a hash table that grows by itself.
//
//     frontier  [ sorted shards ]  --expand-->  worker's pockets, one a partition, 32 states each
//                                                     | full: lock the partition, add to its table
//     next      [ table | table | table | ... ]  <----+
//     barrier   each table is sorted in place and becomes a shard; shards follow in word order
//
// A pocketful is added with its slots prefetched, so a table need not fit the cache. The frontier is
// kept until the barrier: where a level cannot be finished, it did not happen. Where a multiplicity
// leaves its limbs, the level is done again with twice as many.
//
// Shards are sorted, so that nothing reported depends on threads or partitions. Takes models whose
// words are hashes in their highest bits (see profile_key.hpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "device.hpp"
#include "engine.hpp"
#include "merge_table.hpp"
#include "model.hpp"
#include "thread_team.hpp"

namespace ktour {

struct TableOptions {
  int threads = 1;
  std::uint64_t batch_states = 1024;  // source states of one task
  std::uint64_t partition_states = 32768;
  std::uint64_t memory_bytes = ~std::uint64_t{0};
  const std::atomic<bool>* stop = nullptr;
  std::atomic<std::uint64_t>* expanded = nullptr;  // states expanded so far, for whoever watches
};

template <class M>
class TableDevice {
 public:
  using Model = M;
  using State = typename M::State;
  using Shard = WideShard<State>;

  TableDevice(const M& model, const TableOptions& options)
      : model_(model), options_(options), team_(options.threads, options.stop) {
    workers_.resize(static_cast<std::size_t>(team_.workers()));
  }

  const M& model() const { return model_; }
  int limbs() const { return limbs_; }
  void reserve(std::uint64_t bytes) { reserved_bytes_ = bytes; }
  const std::vector<Shard>& frontier() const { return frontier_; }

  std::uint64_t states() const {
    std::uint64_t sum = 0;
    for (const Shard& shard : frontier_) sum += shard.length();
    return sum;
  }

  void seed() {
    const std::vector<State> roots = model_.roots();
    Shard shard{Buffer<State>(roots.size()), Buffer<std::uint64_t>(roots.size())};
    std::copy(roots.begin(), roots.end(), shard.words.data());
    std::fill_n(shard.limbs.data(), roots.size(), 1);
    std::vector<Shard> shards;
    shards.push_back(std::move(shard));
    resume(std::move(shards), 1);
  }

  // Makes a stored frontier current: shards in word order, `limbs` words a multiplicity.
  void resume(std::vector<Shard>&& shards, int limbs) {
    frontier_ = std::move(shards);
    limbs_ = limbs;
    paths_ = add_up_paths();
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
        samples.push_back({shard.words[rank - before], low_multiplicity(shard, rank - before)});
      }
      before += shard.length();
    }
    return samples;
  }

  LevelStatistics advance(int level) {
    for (;;) {
      LevelStatistics row = describe_frontier();
      std::vector<Shard> next;
      if (try_level(level, row, next)) {
        row.duplicates = row.generated;
        for (const Shard& shard : next) row.duplicates -= shard.length();
        frontier_ = std::move(next);
        paths_ = add_up_paths();
        return row;
      }
      widen();
    }
  }

  FinishedLevel finish(int level) {
    FinishedLevel finished{describe_frontier(), {}};
    finished.tours_by_inbox.resize(static_cast<std::size_t>(model_.inboxes()));
    for (const Shard& shard : frontier_)
      for (std::uint64_t index = 0; index < shard.length(); ++index) {
        const State state = shard.words[index];
        if (model_.is_dead_end(state, level))
          ++finished.statistics.dead_ends;
        else
          finished.tours_by_inbox[static_cast<std::size_t>(model_.inbox(state))] +=
              multiplicity(shard, index);
      }
    return finished;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kPocketStates = 32;
  static constexpr State kNone = static_cast<State>(~State{0});

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

  std::uint64_t bytes_per_state() const {
    return sizeof(State) + 8 * static_cast<std::uint64_t>(limbs_);
  }
  Count multiplicity(const Shard& shard, std::uint64_t index) const {
    const auto limbs = static_cast<std::size_t>(limbs_);
    return Count(std::span(shard.limbs.data() + index * limbs, limbs));
  }
  // What a sample shows: the multiplicity, or kSaturated where it needs more than 64 bits.
  Multiplicity low_multiplicity(const Shard& shard, std::uint64_t index) const {
    const std::uint64_t* limbs = shard.limbs.data() + index * static_cast<unsigned>(limbs_);
    return std::any_of(limbs + 1, limbs + limbs_, [](auto limb) { return limb != 0; }) ? kSaturated
                                                                                       : *limbs;
  }

  Count add_up_paths() const {
    std::vector<std::uint64_t> sum(static_cast<std::size_t>(limbs_) + 1);
    for (const Shard& shard : frontier_)
      for (std::uint64_t index = 0; index < shard.length(); ++index)
        if (add_limbs(sum.data(), shard.limbs.data() + index * static_cast<unsigned>(limbs_),
                      limbs_))
          ++sum.back();
    return Count(std::span<const std::uint64_t>(sum));
  }

  LevelStatistics describe_frontier() const {
    LevelStatistics row;
    const auto inboxes = static_cast<std::size_t>(model_.inboxes());
    row.frontier = states();
    row.paths = paths_;
    row.bytes = row.frontier * bytes_per_state();
    row.messages.resize(inboxes * inboxes);
    row.inbox_states.resize(inboxes);
    for (const Shard& shard : frontier_) {
      if (shard.length() == 0) continue;
      const State* begin = shard.words.data();
      const State* const end = begin + shard.length();
      while (begin != end) {  // inboxes ascend with the words
        const int inbox = model_.inbox(*begin);
        const State* const next = std::partition_point(
            begin, end, [&](State state) { return model_.inbox(state) == inbox; });
        row.inbox_states[static_cast<std::size_t>(inbox)] +=
            static_cast<std::uint64_t>(next - begin);
        begin = next;
      }
    }
    return row;
  }

  double per_worker(double ms) const { return ms / team_.workers(); }

  // Fills `row` and `next`. False where a multiplicity needs more limbs.
  bool try_level(int level, LevelStatistics& row, std::vector<Shard>& next) {
    level_ = level;
    constexpr std::uint64_t kStatesWorthWaking = 256;
    const bool alone = row.frontier < kStatesWorthWaking;
    const int bits = partition_bits(row.frontier);
    std::vector<std::unique_ptr<Partition>> partitions;
    partitions.reserve(std::size_t{1} << bits);
    for (int index = 0; index < 1 << bits; ++index)
      partitions.push_back(
          std::make_unique<Partition>(MergeTable<State>(model_.state_bits(), bits, limbs_)));
    partitions_ = partitions.data();
    partition_shift_ = model_.state_bits() - bits;
    table_bytes_ = 0;
    for (Worker& worker : workers_) empty_pockets(worker, partitions.size());

    const auto start = Clock::now();
    const std::vector<Slice> slices = cut_frontier();
    team_.run(
        slices.size(),
        [&](std::uint64_t index, int worker) {
          expand_slice(level, slices[index], workers_[static_cast<std::size_t>(worker)]);
        },
        alone);
    const auto expanded = Clock::now();
    next.resize(partitions.size());
    std::atomic<bool> overflowed{false};
    team_.run(
        partitions.size(),
        [&](std::uint64_t index, int) {
          for (Worker& worker : workers_) flush(worker, index);
          if (partitions[index]->table.overflowed()) overflowed = true;
          next[index] = partitions[index]->table.take_sorted();
        },
        alone);
    row.ms(Phase::kMerge) = ms_since(expanded);
    for (const Worker& worker : workers_) {
      row.generated += worker.generated;
      row.dead_ends += worker.dead_ends;
      row.ms(Phase::kMerge) += per_worker(worker.merge_ms);
      for (std::size_t pair = 0; pair < row.messages.size(); ++pair)
        row.messages[pair] += worker.messages[pair];
    }
    double expand_ms = std::chrono::duration<double, std::milli>(expanded - start).count();
    for (const Worker& worker : workers_) expand_ms -= per_worker(worker.merge_ms);
    row.ms(Phase::kExpand) = std::max(expand_ms, 0.0);
    row.expanded = row.frontier - row.dead_ends;
    return !overflowed;
  }

  int partition_bits(std::uint64_t states) const {
    constexpr int kFewest = 4;
    constexpr int kMost = 12;
    const std::uint64_t wanted = 2 * states / options_.partition_states;
    return std::clamp(static_cast<int>(std::bit_width(wanted)), kFewest, kMost);
  }

  void empty_pockets(Worker& worker, std::size_t partitions) const {
    worker.words.resize(partitions * kPocketStates);
    worker.limbs.resize(partitions * kPocketStates * static_cast<unsigned>(limbs_));
    worker.filled.assign(partitions, 0);
    worker.generated = worker.dead_ends = 0;
    worker.merge_ms = 0;
    worker.messages.assign(
        static_cast<std::size_t>(model_.inboxes()) * static_cast<std::size_t>(model_.inboxes()), 0);
  }

  struct Slice {
    const Shard* shard;
    std::uint64_t begin;
    std::uint64_t end;
  };
  std::vector<Slice> cut_frontier() const {
    std::vector<Slice> slices;
    for (const Shard& shard : frontier_)
      for (std::uint64_t begin = 0; begin < shard.length(); begin += options_.batch_states)
        slices.push_back({&shard, begin, std::min(shard.length(), begin + options_.batch_states)});
    return slices;
  }

  void expand_slice(int level, const Slice& slice, Worker& worker) {
    const auto limbs = static_cast<unsigned>(limbs_);
    const auto inboxes = static_cast<std::size_t>(model_.inboxes());
    for (std::uint64_t index = slice.begin; index < slice.end; ++index) {
      const State state = slice.shard->words[index];
      const std::uint64_t* multiplicity = slice.shard->limbs.data() + index * limbs;
      std::uint64_t* const messages =
          worker.messages.data() + static_cast<std::size_t>(model_.inbox(state)) * inboxes;
      std::uint64_t children = 0;
      model_.expand(state, level, [&](State child) {
        if (child == kNone)
          throw SpaceError("level " + std::to_string(level + 1) +
                           ": a state has more path fragments than a word of this model holds");
        ++children;
        ++messages[model_.inbox(child)];
        put(worker, child, multiplicity);
      });
      worker.generated += children;
      worker.dead_ends += children == 0 ? 1U : 0U;
    }
    if (options_.expanded != nullptr) *options_.expanded += slice.end - slice.begin;
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
    for (std::uint64_t state = 0; state < count; ++state)
      table.add(words[state], limbs + state * static_cast<unsigned>(limbs_));
  }

  void grow(MergeTable<State>& table, std::uint64_t more) {
    const std::uint64_t wider = table.bytes_grown(more);
    const std::uint64_t held = states() * bytes_per_state() + reserved_bytes_;
    if (held + table_bytes_ + wider > options_.memory_bytes)
      throw SpaceError(
          "level " + std::to_string(level_ + 1) + " does not fit: the one before takes " +
          std::to_string(held) + " bytes, this one so far " + std::to_string(table_bytes_.load()) +
          ", and --memory allows " + std::to_string(options_.memory_bytes) + "; raise --memory");
    const std::uint64_t before = table.bytes();
    table.grow(more);
    table_bytes_ += table.bytes() - before;
  }

  void widen() {
    const auto limbs = static_cast<std::size_t>(limbs_);
    for (Shard& shard : frontier_) {
      Buffer<std::uint64_t> wide(shard.length() * 2 * limbs);
      for (std::uint64_t index = 0; index < shard.length(); ++index) {
        std::copy_n(shard.limbs.data() + index * limbs, limbs, wide.data() + index * 2 * limbs);
        std::fill_n(wide.data() + (index * 2 + 1) * limbs, limbs, 0);
      }
      shard.limbs = std::move(wide);
    }
    limbs_ *= 2;
  }

  M model_;
  TableOptions options_;
  ThreadTeam team_;
  std::vector<Worker> workers_;
  std::vector<Shard> frontier_;
  int limbs_ = 1;
  Count paths_;
  std::uint64_t reserved_bytes_ = 0;
  std::unique_ptr<Partition>* partitions_ = nullptr;  // of the level in work
  int level_ = 0;                                     // in work
  int partition_shift_ = 0;
  std::atomic<std::uint64_t> table_bytes_{0};
};

}  // namespace ktour
