// The CPU device for levels that do not fit in memory: the frontier is a file of sorted, compressed
// blocks, and so is the next one.
//
//     frontier  [ blocks ]  --expand-->  tables (pushed_level.hpp) --full--> run 0  [ blocks ]
//                                                                 --full--> run 1  [ blocks ] ...
//     barrier   for each partition: the runs' blocks, merged        ----->  frontier  [ blocks ]
//
// The level before stays on disk until keep_current(): where the next cannot be finished, it did not
// happen. Runs are removed in any case. Where a multiplicity leaves its limbs, the level is done
// again with twice as many; in a file a multiplicity takes the bytes that it needs.
//
// Statistics are those of the device in memory; only bytes differ, and the order of samples.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "device.hpp"
#include "engine.hpp"
#include "pushed_level.hpp"
#include "state_file.hpp"
#include "table_device.hpp"
#include "thread_team.hpp"

namespace ktour {

// A model whose states have a second number, under which a level is dense.
//
//   number(state, number)   stores it; false where a state has none. Injective.
//   state_of(number)        back
template <class M>
concept NumbersStates = Model<M> &&
    requires(const M model, typename M::State state, Uint128 number) {
  { model.number(state, number) } -> std::same_as<bool>;
  { model.state_of(number) } -> std::same_as<typename M::State>;
};

template <NumbersStates M>
class SpillDevice {
  static_assert(kLevelsBack<M> == 0, "levels before the frontier are not on disk");

 public:
  using Model = M;
  using State = typename M::State;
  using Shard = WideShard<State>;

  SpillDevice(const M& model, const TableOptions& options, const SpillDirectory& directory)
      : model_(model),
        options_(options),
        directory_(directory),
        team_(options.threads, options.stop),
        next_level_(model_, team_.workers(), [this](std::uint64_t bytes) {
          if (bytes > table_memory()) is_full_ = true;
        }) {}

  const M& model() const { return model_; }
  int limbs() const { return limbs_; }
  std::uint64_t states() const { return states_; }
  void reserve(std::uint64_t) {}  // nothing is kept beside this device
  const StateFile& file() const { return *frontier_; }

  void seed() {
    std::vector<Shard> shards(static_cast<std::size_t>(model_.inboxes()));
    for (const State root : model_.roots()) {
      Shard& shard = shards[static_cast<std::size_t>(model_.inbox(root))];
      const std::uint64_t length = shard.length();
      shard.words.resize_storage(length + 1);
      shard.limbs.resize_storage(length + 1);
      shard.words[length] = root;
      shard.limbs[length] = 1;
    }
    adopt(0, std::move(shards), 1);
  }

  // Moves a level to disk: one shard for each of 2^k equal ranges of words, as many as there are
  // inboxes or more; `limbs` words a multiplicity.
  void adopt(int level, std::vector<Shard>&& shards, int limbs) {
    limbs_ = limbs;
    File file = new_run(shards.size());
    Count paths;
    team_.run(shards.size(), [&](std::uint64_t index, int) {
      write_partition(*file, index, std::exchange(shards[index], {}), paths);
    });
    file->finish(directory_.level_file(level));
    make_current(std::move(file), std::move(paths));
  }

  // Makes a stored level current. Reads all of it.
  void resume(std::unique_ptr<StateFile> file, int limbs) {
    limbs_ = limbs;
    Count paths;
    team_.run(file->partitions(), [&](std::uint64_t index, int) {
      LimbSum sum(limbs_);
      BlockReader reader(limbs_);
      for (const StateBlock& block : file->blocks(index)) {
        const DecodedBlock& states = reader.read(*file, block);
        for (std::uint64_t state = 0; state < block.states; ++state)
          sum.add(multiplicity(states, state));
      }
      const std::lock_guard lock(paths_mutex_);
      paths += sum.value();
    });
    make_current(std::move(file), std::move(paths));
  }

  // The current level stays on disk when this device is gone, and the one before it does not: call it
  // when whoever would go on has been told which file to read.
  void keep_current() {
    frontier_->keep(true);
    if (previous_) previous_->keep(false);
    previous_.reset();
  }

  std::vector<StateSample<State>> sample(int most) const {
    std::vector<StateSample<State>> samples;
    const std::uint64_t wanted = std::min<std::uint64_t>(states_, static_cast<std::uint64_t>(most));
    std::uint64_t before = 0;
    BlockReader reader(limbs_);
    for_every_block([&](const StateBlock& block) {
      const auto rank = [&] { return samples.size() * states_ / wanted - before; };
      if (samples.size() < wanted && rank() < block.states) {
        const DecodedBlock& states = reader.read(*frontier_, block);
        for (; samples.size() < wanted && rank() < block.states;)
          samples.push_back({model_.state_of(states.numbers[rank()]),
                             in_64_bits(multiplicity(states, rank()), limbs_)});
      }
      before += block.states;
    });
    return samples;
  }

  LevelStatistics advance(int level) {
    for (;;) {
      LevelStatistics row = describe_frontier();
      Count paths;
      if (std::unique_ptr<StateFile> next = try_level(level, row, paths)) {
        next->finish(directory_.level_file(level + 1));
        make_current(std::move(next), std::move(paths));
        row.duplicates = row.generated - states_;
        return row;
      }
      limbs_ *= 2;
    }
  }

  FinishedLevel finish(int level) {
    FinishedLevel finished{describe_frontier(), {}};
    finished.tours_by_inbox.resize(static_cast<std::size_t>(model_.inboxes()));
    BlockReader reader(limbs_);
    for_every_block([&](const StateBlock& block) {
      const DecodedBlock& states = reader.read(*frontier_, block);
      for (std::uint64_t index = 0; index < block.states; ++index) {
        const State state = model_.state_of(states.numbers[index]);
        if (model_.is_dead_end(state, level))
          ++finished.statistics.dead_ends;
        else
          finished.tours_by_inbox[static_cast<std::size_t>(model_.inbox(state))] +=
              Count(std::span(multiplicity(states, index), static_cast<std::size_t>(limbs_)));
      }
    });
    return finished;
  }

 private:
  using Clock = std::chrono::steady_clock;
  using File = std::unique_ptr<StateFile>;

  class BlockReader {
   public:
    explicit BlockReader(int limbs) : limbs_(limbs) {}
    const DecodedBlock& read(const StateFile& file, const StateBlock& block) {
      file.read(block, bytes_);
      decode_block(bytes_, block.states, limbs_, decoded_);
      return decoded_;
    }

   private:
    int limbs_;
    std::vector<char> bytes_;
    DecodedBlock decoded_;
  };

  // Walks the states of one partition of a run.
  class Cursor {
   public:
    Cursor(const StateFile& file, std::uint64_t partition, int limbs)
        : file_(file), blocks_(file.blocks(partition)), reader_(limbs), limbs_(limbs) {
      load();
    }
    bool is_at_end() const { return states_ == nullptr; }
    Uint128 number() const { return states_->numbers[index_]; }
    const std::uint64_t* multiplicity() const {
      return states_->limbs.data() + index_ * static_cast<unsigned>(limbs_);
    }
    void advance() {
      if (++index_ == states_->numbers.size()) load();
    }

   private:
    void load() {
      states_ = block_ == blocks_.size() ? nullptr : &reader_.read(file_, blocks_[block_]);
      ++block_;
      index_ = 0;
    }

    const StateFile& file_;
    const std::vector<StateBlock>& blocks_;
    BlockReader reader_;
    int limbs_;
    std::size_t block_ = 0;  // the next one
    const DecodedBlock* states_ = nullptr;
    std::size_t index_ = 0;
  };

  const std::uint64_t* multiplicity(const DecodedBlock& states, std::uint64_t index) const {
    return states.limbs.data() + index * static_cast<unsigned>(limbs_);
  }

  template <class Visit>
  void for_every_block(Visit&& visit) const {
    for (std::uint64_t partition = 0; partition < frontier_->partitions(); ++partition)
      for (const StateBlock& block : frontier_->blocks(partition)) visit(block);
  }

  std::uint64_t table_memory() const { return options_.memory_bytes - options_.memory_bytes / 16; }

  void make_current(File file, Count paths) {
    previous_ = std::exchange(frontier_, std::move(file));
    states_ = frontier_->states();
    paths_ = std::move(paths);
  }

  LevelStatistics describe_frontier() const {
    LevelStatistics row;
    const auto inboxes = static_cast<std::size_t>(model_.inboxes());
    row.frontier = states_;
    row.paths = paths_;
    row.bytes = frontier_->bytes();
    row.messages.resize(inboxes * inboxes);
    row.inbox_states.resize(inboxes);
    const std::uint64_t partitions_each = frontier_->partitions() / inboxes;
    for (std::uint64_t partition = 0; partition < frontier_->partitions(); ++partition)
      row.inbox_states[partition / partitions_each] += frontier_->states(partition);
    return row;
  }

  // Fills `row` and adds to `paths`. Nothing where a multiplicity needs more limbs.
  File try_level(int level, LevelStatistics& row, Count& paths) {
    next_level_.begin(level, PushedLevel<M>::partition_bits(states_, options_.partition_states),
                      limbs_, states_, table_memory());
    std::vector<const StateBlock*> blocks;
    for_every_block([&](const StateBlock& block) { blocks.push_back(&block); });

    std::vector<File> runs;
    std::atomic<std::uint64_t> next_block{0};
    do {
      const auto start = Clock::now();
      is_full_ = false;
      team_.run(static_cast<std::uint64_t>(team_.workers()),
                [&](std::uint64_t, int worker) { expand_until_full(blocks, next_block, worker); });
      row.ms(Phase::kExpand) += ms_since(start);
      const auto expanded = Clock::now();
      runs.push_back(write_run(paths));
      bool fits = !next_level_.overflowed();
      if (runs.size() == options_.most_runs) fits = merge(runs) && fits;
      row.ms(Phase::kMerge) += ms_since(expanded);
      if (!fits) return nullptr;
    } while (next_block < blocks.size());

    next_level_.add_to(row);
    row.expanded = row.frontier - row.dead_ends;
    const auto start = Clock::now();
    if (runs.size() > 1 && !merge(runs)) return nullptr;
    row.ms(Phase::kMerge) += ms_since(start);
    return std::move(runs.front());
  }

  void expand_until_full(const std::vector<const StateBlock*>& blocks,
                         std::atomic<std::uint64_t>& next_block, int worker) {
    BlockReader reader(limbs_);
    std::vector<State> words;
    do {
      const std::uint64_t index = next_block++;
      if (index >= blocks.size()) return;
      if (options_.stop != nullptr && *options_.stop) throw Interrupted();
      const DecodedBlock& states = reader.read(*frontier_, *blocks[index]);
      words.clear();
      for (const Uint128 number : states.numbers) words.push_back(model_.state_of(number));
      next_level_.expand(worker, words.data(), states.limbs.data(), words.size());
      if (options_.expanded != nullptr) *options_.expanded += words.size();
    } while (!is_full_);
  }

  // Empties the tables into a file.
  File write_run(Count& paths) {
    File run = new_run(next_level_.partitions());
    team_.run(run->partitions(), [&](std::uint64_t index, int) {
      write_partition(*run, index, next_level_.take_sorted(index), paths);
    });
    return run;
  }

  void write_partition(StateFile& file, std::uint64_t partition, const Shard& shard, Count& paths) {
    struct Entry {
      Uint128 number;
      std::uint64_t index;
    };
    std::vector<Entry> entries(shard.length());
    LimbSum sum(limbs_);
    for (std::uint64_t index = 0; index < shard.length(); ++index) {
      entries[index].index = index;
      sum.add(multiplicity(shard, index));
      if (!model_.number(shard.words[index], entries[index].number))
        throw SpaceError("a state has more path fragments than a file of this model holds");
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.number < b.number; });
    BlockEncoder encoder(limbs_);
    for (const Entry& entry : entries) encoder.add(entry.number, multiplicity(shard, entry.index));
    file.append(partition, encoder);
    const std::lock_guard lock(paths_mutex_);
    paths += sum.value();
  }
  const std::uint64_t* multiplicity(const Shard& shard, std::uint64_t index) const {
    return shard.limbs.data() + index * static_cast<unsigned>(limbs_);
  }

  File new_run(std::uint64_t partitions) {
    return std::make_unique<StateFile>(directory_.run_file(run_number_++), partitions);
  }

  // Makes one run of several. False where a multiplicity needs more limbs.
  bool merge(std::vector<File>& runs) {
    File merged = new_run(runs.front()->partitions());
    std::atomic<bool> overflowed{false};
    team_.run(merged->partitions(), [&](std::uint64_t partition, int) {
      if (!merge_partition(runs, partition, *merged)) overflowed = true;
    });
    runs.clear();
    runs.push_back(std::move(merged));
    return !overflowed;
  }

  bool merge_partition(const std::vector<File>& runs, std::uint64_t partition, StateFile& merged) {
    std::vector<std::unique_ptr<Cursor>> cursors;  // a heap, the least number first
    for (const File& run : runs) {
      cursors.push_back(std::make_unique<Cursor>(*run, partition, limbs_));
      if (cursors.back()->is_at_end()) cursors.pop_back();
    }
    const auto later = [](const auto& a, const auto& b) { return a->number() > b->number(); };
    std::make_heap(cursors.begin(), cursors.end(), later);
    BlockEncoder encoder(limbs_);
    std::vector<std::uint64_t> sum(static_cast<std::size_t>(limbs_));
    bool fits = true;
    while (!cursors.empty()) {
      const Uint128 number = cursors.front()->number();
      std::fill(sum.begin(), sum.end(), 0);
      while (!cursors.empty() && cursors.front()->number() == number) {
        std::pop_heap(cursors.begin(), cursors.end(), later);
        fits &= !add_limbs(sum.data(), cursors.back()->multiplicity(), limbs_);
        cursors.back()->advance();
        if (cursors.back()->is_at_end())
          cursors.pop_back();
        else
          std::push_heap(cursors.begin(), cursors.end(), later);
      }
      encoder.add(number, sum.data());
    }
    merged.append(partition, encoder);
    for (const File& run : runs) run->drop(partition);
    return fits;
  }

  M model_;
  TableOptions options_;
  const SpillDirectory& directory_;
  ThreadTeam team_;
  PushedLevel<M> next_level_;
  std::atomic<bool> is_full_{false};  // the tables have taken what memory allows
  int limbs_ = 1;
  std::uint64_t run_number_ = 0;
  File previous_;
  File frontier_;
  std::uint64_t states_ = 0;
  Count paths_;
  std::mutex paths_mutex_;  // of sums that partitions add to
};

}  // namespace ktour
