// The CPU device for models whose states scatter, with whole levels in memory.
//
//     frontier  [ sorted shards ]  --expand-->  tables of the next level (pushed_level.hpp)
//     barrier   each table is sorted in place and becomes a shard; shards follow in word order
//
// For a model whose moves go back, a sorted table loses the states of levels before on its way to
// becoming a shard (level_difference.hpp); of these levels the words are kept.
//
// The frontier is kept until the barrier: where a level cannot be finished, it did not happen.
// Where a multiplicity leaves its limbs, the level is done again with twice as many.
//
// Shards are sorted, so that nothing reported depends on threads or partitions. Takes models whose
// words are hashes in their highest bits (see profile_key.hpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "depth_first_team.hpp"
#include "device.hpp"
#include "engine.hpp"
#include "level_difference.hpp"
#include "merge_table.hpp"
#include "model.hpp"
#include "pushed_level.hpp"
#include "thread_team.hpp"
#include "wide_shard.hpp"

namespace ktour {

struct TableOptions {
  int threads = 1;
  std::uint64_t batch_states = 1024;  // source states of one task
  std::uint64_t partition_states = 32768;
  std::uint64_t memory_bytes = ~std::uint64_t{0};
  std::uint64_t most_runs = 64;  // files that are merged at once, where levels are on disk
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
      : model_(model),
        options_(options),
        team_(options.threads, options.stop),
        next_level_(model_, team_.workers(), [this](std::uint64_t bytes) { admit(bytes); }) {}

  const M& model() const { return model_; }
  int limbs() const { return limbs_; }
  void reserve(std::uint64_t bytes) { reserved_bytes_ = bytes; }
  const std::vector<Shard>& frontier() const { return frontier_; }
  std::vector<Shard> take_frontier() { return std::move(frontier_); }

  std::uint64_t states() const { return count_states(frontier_); }

  void seed() {
    const std::vector<State> roots = model_.roots();
    Shard shard(roots.size(), 1);
    std::copy(roots.begin(), roots.end(), shard.words.data());
    std::fill_n(shard.limbs.data(), roots.size(), 1);
    std::vector<Shard> shards;
    shards.push_back(std::move(shard));
    resume(std::move(shards), 1);
  }

  // Makes a stored frontier current: shards in word order, `limbs` words a multiplicity. No level
  // before it is known then.
  void resume(std::vector<Shard>&& shards, int limbs) {
    past_.clear();
    frontier_ = std::move(shards);
    limbs_ = limbs;
    paths_ = add_up_paths(frontier_, limbs_);
  }

  std::vector<StateSample<State>> sample(int most) const {
    return sample_states(frontier_, limbs_, most);
  }

  LevelStatistics advance(int level) {
    for (;;) {
      LevelStatistics row = describe_frontier();
      std::vector<Shard> next;
      if (try_level(level, row, next)) {
        row.duplicates = row.generated - row.revisited - count_states(next);
        past_.add(std::exchange(frontier_, std::move(next)));
        paths_ = add_up_paths(frontier_, limbs_);
        return row;
      }
      widen_multiplicities(frontier_, limbs_);
      limbs_ *= 2;
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

  // Not where moves go back: depth first, one would go back for ever.
  DepthFirstFinish finish_depth_first(int level) requires(kLevelsBack<M> == 0) {
    next_level_.clear();
    return ktour::finish_depth_first(model_, frontier_, limbs_, level, team_, options_.stop,
                                     options_.expanded);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t bytes_per_state() const {
    return sizeof(State) + 8 * static_cast<std::uint64_t>(limbs_);
  }
  Count multiplicity(const Shard& shard, std::uint64_t index) const {
    const auto limbs = static_cast<std::size_t>(limbs_);
    return Count(std::span(shard.limbs.data() + index * limbs, limbs));
  }
  LevelStatistics describe_frontier() const {
    LevelStatistics row;
    const auto inboxes = static_cast<std::size_t>(model_.inboxes());
    row.frontier = states();
    row.paths = paths_;
    row.bytes = row.frontier * bytes_per_state();
    row.messages.resize(inboxes * inboxes);
    row.inbox_states = count_by_inbox(model_, frontier_);
    return row;
  }

  // Fills `row` and `next`. False where a multiplicity needs more limbs.
  bool try_level(int level, LevelStatistics& row, std::vector<Shard>& next) {
    level_ = level;
    constexpr std::uint64_t kStatesWorthWaking = 256;
    const bool alone = row.frontier < kStatesWorthWaking;
    const std::uint64_t sources = row.frontier + past_.states();  // children may be states of both
    next_level_.begin(
        level, PushedLevel<M>::partition_bits(row.frontier, options_.partition_states), limbs_,
        sources, options_.memory_bytes - std::min(held_bytes(), options_.memory_bytes));

    const auto start = Clock::now();
    const std::vector<Slice> slices = cut_frontier();
    team_.run(
        slices.size(),
        [&](std::uint64_t index, int worker) {
          const auto [shard, begin, end] = slices[index];
          next_level_.expand(worker, shard->words.data() + begin,
                             shard->limbs.data() + begin * static_cast<unsigned>(limbs_),
                             end - begin);
          if (options_.expanded != nullptr) *options_.expanded += end - begin;
        },
        alone);
    const auto expanded = Clock::now();
    next_level_.add_to(row);
    row.ms(Phase::kExpand) = std::max(
        std::chrono::duration<double, std::milli>(expanded - start).count() - row.ms(Phase::kMerge),
        0.0);
    next.resize(next_level_.partitions());
    const std::vector<LevelWords<State>> known = past_.known(frontier_);
    std::atomic<std::uint64_t> revisited{0};
    team_.run(
        next.size(),
        [&](std::uint64_t index, int) {
          next[index] = next_level_.take_sorted(index);
          revisited += drop_known(known, next[index], limbs_);
        },
        alone);
    row.revisited = revisited;
    row.ms(Phase::kMerge) += ms_since(expanded);
    row.expanded = row.frontier - row.dead_ends;
    return !next_level_.overflowed();
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

  std::uint64_t held_bytes() const {
    return states() * bytes_per_state() + past_.bytes() + reserved_bytes_;
  }

  void admit(std::uint64_t table_bytes) const {
    const std::uint64_t held = held_bytes();
    if (held + table_bytes > options_.memory_bytes)
      throw SpaceError("level " + std::to_string(level_ + 1) + " does not fit: " +
                       (kPastLevels<M> != 0 ? "those before take " : "the one before takes ") +
                       std::to_string(held) + " bytes, this one so far " +
                       std::to_string(table_bytes) + ", and --memory allows " +
                       std::to_string(options_.memory_bytes) + "; raise --memory");
  }

  M model_;
  TableOptions options_;
  ThreadTeam team_;
  PushedLevel<M> next_level_;
  std::vector<Shard> frontier_;
  PastLevels<M> past_;
  int limbs_ = 1;
  Count paths_;
  std::uint64_t reserved_bytes_ = 0;
  int level_ = 0;  // in work
};

}  // namespace ktour
