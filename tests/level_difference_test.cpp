// What a new level keeps when the levels before it are taken away, against std::set.
#include "level_difference.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace ktour {
namespace {

using Word = std::uint64_t;
using Words = std::vector<Word>;

WideShard<Word> shard_of(const Words& words, int limbs) {
  WideShard<Word> shard(words.size(), limbs);
  for (std::size_t index = 0; index < words.size(); ++index) {
    shard.words[index] = words[index];
    for (std::size_t limb = 0; limb < static_cast<std::size_t>(limbs); ++limb)
      shard.limbs[index * static_cast<std::size_t>(limbs) + limb] = 10 * words[index] + limb;
  }
  return shard;
}

LevelWords<Word> level_of(const std::vector<Words>& shards) {
  return level_words(shards, [](const Words& words) { return std::span<const Word>(words); });
}

void expect_difference(const Words& words, const std::vector<Words>& known, int limbs) {
  std::set<Word> held;
  for (const Words& shard : known) held.insert(shard.begin(), shard.end());
  Words expected;
  for (const Word word : words)
    if (!held.contains(word)) expected.push_back(word);

  WideShard<Word> shard = shard_of(words, limbs);
  EXPECT_EQ(drop_states_of(level_of(known), shard, limbs), words.size() - expected.size());
  const WideShard<Word> wanted = shard_of(expected, limbs);
  EXPECT_TRUE(std::ranges::equal(shard.words.view(), wanted.words.view()));
  EXPECT_TRUE(std::ranges::equal(shard.limbs.view(), wanted.limbs.view()));
}

TEST(LevelDifference, BordersOfShards) {
  for (const int limbs : {1, 2}) {
    expect_difference({}, {{1, 2}}, limbs);
    expect_difference({1, 2}, {}, limbs);
    expect_difference({1, 2}, {{}, {}}, limbs);
    expect_difference({1, 2, 3}, {{1, 2, 3}}, limbs);
    expect_difference({1, 2, 3}, {{}, {1}, {}, {2}, {3}, {}}, limbs);
    expect_difference({5, 6}, {{1, 2}, {3}}, limbs);
    expect_difference({1, 2}, {{3}, {4, 5}}, limbs);
    expect_difference({1, 5, 9}, {{0, 1}, {2, 3}, {9, 10}}, limbs);
  }
}

TEST(LevelDifference, RandomLevelsCutAnyhow) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const auto random_set = [&] {
      std::set<Word> words;
      for (auto left = random() % 40; left > 0; --left) words.insert(random() % 60);
      return words;
    };
    const std::set<Word> words = random_set();
    std::vector<Words> known(1);
    for (const Word word : random_set()) {
      while (random() % 4 == 0) known.emplace_back();
      known.back().push_back(word);
    }
    expect_difference({words.begin(), words.end()}, known, 1 + round % 2);
  }
}

}  // namespace
}  // namespace ktour
