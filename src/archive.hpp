// The states of past levels, kept for the unfold: every level's sorted states by inbox, without
// their multiplicities.
//
// The archive may be dropped at any barrier when memory is needed for counting; then it stays empty
// and says so. It holds all levels or none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "buffer.hpp"

namespace ktour {

template <class State>
struct StoredLevel {
  std::vector<Buffer<State>> shards;  // by inbox, each ascending

  bool contains(int inbox, State state) const {
    const auto shard = shards[static_cast<std::size_t>(inbox)].view();
    return std::binary_search(shard.begin(), shard.end(), state);
  }
  std::uint64_t states() const {
    std::uint64_t sum = 0;
    for (const auto& shard : shards) sum += shard.capacity();
    return sum;
  }
  std::uint64_t bytes() const { return states() * sizeof(State); }
};

template <class State>
class LevelArchive {
 public:
  // Keeps nothing where `wanted` is false.
  explicit LevelArchive(bool wanted) : kept_(wanted) {}

  void add(StoredLevel<State>&& level) {
    bytes_ += level.bytes();
    levels_.push_back(std::move(level));
  }
  void drop() {
    kept_ = false;
    bytes_ = 0;
    levels_.clear();
    levels_.shrink_to_fit();
  }

  // Whether every level added so far is here.
  bool kept() const { return kept_; }
  std::uint64_t bytes() const { return bytes_; }
  const StoredLevel<State>& level(int depth) const {
    return levels_[static_cast<std::size_t>(depth)];
  }

 private:
  std::vector<StoredLevel<State>> levels_;
  std::uint64_t bytes_ = 0;
  bool kept_;
};

}  // namespace ktour
