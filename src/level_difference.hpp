// For models whose moves go back (kLevelsBack in model.hpp), in host memory: the states of the
// levels before the frontier, and what is left of a new level without them.
//
//     next level    a c d f g h      merged, ascending
//     frontier      b   d   g        known
//     level before  c   e f          known
//     kept          a h              revisited: 4
//
// Children are merged first, so a state counts once as revisited however often it was generated.
// Everything is sorted, so the difference is one walk along both.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "archive.hpp"
#include "model.hpp"
#include "wide_shard.hpp"

namespace ktour {

// The states of a level, ascending: spans that follow each other in word order, none empty.
template <class Word>
using LevelWords = std::vector<std::span<const Word>>;

template <class Shards, class WordsOf>
auto level_words(const Shards& shards, WordsOf&& words_of) {
  LevelWords<std::decay_t<decltype(words_of(shards.front()).front())>> level;
  for (const auto& shard : shards)
    if (const auto words = words_of(shard); !words.empty()) level.push_back(words);
  return level;
}

// Drops the states of `level` from a sorted shard with `limbs` words a multiplicity, which gives
// their storage back. Returns how many.
template <class Word>
std::uint64_t drop_states_of(const LevelWords<Word>& level, WideShard<Word>& shard, int limbs) {
  const auto width = static_cast<std::size_t>(limbs);
  const std::uint64_t before = shard.length();
  if (before == 0) return 0;
  auto span = std::partition_point(
      level.begin(), level.end(), [&](const auto& words) { return words.back() < shard.words[0]; });
  if (span == level.end()) return 0;
  const Word* known = std::lower_bound(span->data(), span->data() + span->size(), shard.words[0]);
  std::uint64_t kept = 0;
  for (std::uint64_t index = 0; index < before; ++index) {
    const Word word = shard.words[index];
    while (known != nullptr && *known < word) {
      if (++known != span->data() + span->size()) continue;
      known = ++span == level.end() ? nullptr : span->data();
    }
    if (known != nullptr && *known == word) continue;
    if (kept != index) {
      shard.words[kept] = word;
      std::copy_n(shard.limbs.data() + index * width, width, shard.limbs.data() + kept * width);
    }
    ++kept;
  }
  shard.words.resize_storage(kept);
  shard.limbs.resize_storage(kept * width);
  return before - kept;
}

// The levels before the frontier that a model's children reach: words only. There are none for a
// model whose children reach no level, or only the frontier.
template <Model M>
class PastLevels {
 public:
  using State = typename M::State;
  using Shard = WideShard<State>;

  void clear() { levels_.clear(); }

  // `shards`, in word order, become the level nearest to the frontier; the farthest one goes.
  void add(std::vector<Shard>&& shards) {
    StoredLevel<State> level;
    if (kPastLevels<M> != 0)
      for (Shard& shard : shards) level.shards.push_back(std::move(shard.words));
    add(std::move(level));
  }
  void add(StoredLevel<State>&& level) {
    if constexpr (kPastLevels<M> != 0) {
      if (levels_.size() == static_cast<std::size_t>(kPastLevels<M>)) levels_.pop_back();
      levels_.insert(levels_.begin(), std::move(level));
    }
  }

  // The nearest first.
  const std::vector<StoredLevel<State>>& levels() const { return levels_; }

  std::uint64_t states() const {
    std::uint64_t sum = 0;
    for (const auto& level : levels_) sum += level.states();
    return sum;
  }
  std::uint64_t bytes() const { return states() * sizeof(State); }

  // What a new level is compared with; lives no longer than the levels and the frontier.
  std::vector<LevelWords<State>> known(const std::vector<Shard>& frontier) const {
    std::vector<LevelWords<State>> known;
    if (kLevelsBack<M> == 0) return known;
    known.push_back(level_words(frontier, [](const Shard& shard) { return shard.words.view(); }));
    for (const auto& level : levels_)
      known.push_back(level_words(level.shards, [](const auto& words) { return words.view(); }));
    return known;
  }

 private:
  std::vector<StoredLevel<State>> levels_;
};

// Drops what the levels hold from a sorted shard of the next one. Returns how many.
template <class Word>
std::uint64_t drop_known(const std::vector<LevelWords<Word>>& levels, WideShard<Word>& shard,
                         int limbs) {
  std::uint64_t dropped = 0;
  for (const LevelWords<Word>& level : levels) dropped += drop_states_of(level, shard, limbs);
  return dropped;
}

}  // namespace ktour
