// The states of the levels before the frontier in device memory, as far back as a model's children
// reach beyond the frontier (kLevelsBack in model.hpp), without multiplicities. Nothing for other
// models.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "level_difference.cuh"
#include "level_difference.hpp"
#include "model.hpp"

namespace ktour {

template <Model M, class B>
class PastStates {
 public:
  using State = typename M::State;
  using Known = KnownLevels<State, std::max(kLevelsBack<M>, 1)>;

  // What the budget of the level buffers leaves free for each of their slots: an array for each
  // level, and one more while a new level is there already.
  static constexpr std::uint64_t kBytesPerSlot =
      kPastLevels<M> == 0 ? 0 : (kPastLevels<M> + 1) * sizeof(State);

  explicit PastStates(B& backend) : backend_(backend) {}

  void clear() {
    for (Level& level : levels_) level.count = 0;
  }
  void release() {
    levels_ = {};
    spare_ = {};
  }

  // Of the largest level.
  std::uint64_t states() const {
    std::uint64_t most = 0;
    for (const Level& level : levels_) most = std::max(most, level.count);
    return most;
  }

  // Room for a level of `count` states, in arrays of `capacity`: then add() does not throw.
  void prepare(std::uint64_t count, std::uint64_t capacity) {
    if constexpr (kPastLevels<M> != 0)
      if (levels_.back().states.capacity() < count && spare_.capacity() < count)
        spare_ = backend_.template allocate<State>(capacity);
  }
  // Enqueues a copy: `states` become the level nearest to the frontier, the farthest one goes.
  void add(const State* states, std::uint64_t count) {
    if constexpr (kPastLevels<M> != 0) {
      std::rotate(levels_.begin(), levels_.end() - 1, levels_.end());
      Level& nearest = levels_.front();
      if (nearest.states.capacity() < count) nearest.states = std::exchange(spare_, {});
      nearest.count = count;
      backend_.copy_on_device(nearest.states.data(), states, count);
    }
  }

  // Takes over what is there from another pipeline's.
  void take(PastStates& other) {
    levels_ = std::exchange(other.levels_, {});
    spare_ = std::exchange(other.spare_, {});
  }

  // From host memory, and back, for good.
  void upload(const PastLevels<M>& past) {
    release();
    for (std::size_t index = 0; index < past.levels().size(); ++index) {
      const StoredLevel<State>& from = past.levels()[index];
      Level& level = levels_[index];
      level.states = backend_.template allocate<State>(std::max<std::uint64_t>(from.states(), 1));
      for (const auto& shard : from.shards) {
        backend_.copy_to_device(level.states.data() + level.count, shard.data(), shard.capacity());
        level.count += shard.capacity();
      }
    }
    backend_.synchronize();
  }
  PastLevels<M> take_to_host() {
    PastLevels<M> past;
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level) {
      StoredLevel<State> stored;
      stored.shards.emplace_back(level->count);
      backend_.copy_to_host(stored.shards.front().data(), level->states.data(), level->count);
      backend_.synchronize();
      past.add(std::move(stored));
    }
    release();
    return past;
  }

  // What children are compared with, the frontier among it.
  Known known(const State* frontier, std::uint64_t count) const {
    Known known{};
    known.states[0] = frontier;
    known.counts[0] = count;
    for (std::size_t index = 0; index < levels_.size(); ++index) {
      known.states[index + 1] = levels_[index].states.data();
      known.counts[index + 1] = levels_[index].count;
    }
    return known;
  }

 private:
  struct Level {
    typename B::template Array<State> states;
    std::uint64_t count = 0;
  };

  B& backend_;
  std::array<Level, static_cast<std::size_t>(kPastLevels<M>)> levels_;  // nearest first
  typename B::template Array<State> spare_;
};

}  // namespace ktour
