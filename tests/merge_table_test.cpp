// The table that comes out sorted, against std::map.
#include "merge_table.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace ktour {
namespace {

TEST(MergeTable, AddsUpAndSorts) {
  std::mt19937_64 random(3);
  for (const std::uint64_t distinct : {1U, 10U, 1000U, 20'000U})
    for (const int limbs : {1, 2, 4}) {
      MergeTable<std::uint64_t> table(63, 0, limbs);
      std::map<std::uint64_t, std::uint64_t> expected;
      for (std::uint64_t added = 0; added < 3 * distinct; ++added) {
        const std::uint64_t word = random() % distinct * 0x9E3779B97F4A7C15 >> 1;
        std::vector<std::uint64_t> summand(static_cast<std::size_t>(limbs));
        summand.front() = random() % 1000;
        if (table.is_full(1)) table.grow(1);
        table.add(word, summand.data());
        expected[word] += summand.front();
      }
      EXPECT_EQ(table.length(), expected.size());
      const WideShard<std::uint64_t> shard = table.take_sorted();
      ASSERT_EQ(shard.length(), expected.size());
      std::uint64_t index = 0;
      for (const auto& [word, sum] : expected) {
        EXPECT_EQ(shard.words[index], word);
        EXPECT_EQ(shard.limbs[index * static_cast<unsigned>(limbs)], sum);
        ++index;
      }
    }
}

TEST(MergeTable, HoldsWordsThatAllCrowdAtTheEnd) {
  MergeTable<std::uint64_t> table(63, 0, 1);
  const std::uint64_t one = 1;
  for (std::uint64_t word = 0; word < 5000; ++word) {
    if (table.is_full(1)) table.grow(1);
    table.add((std::uint64_t{1} << 63) - 1 - word, &one);
  }
  const WideShard<std::uint64_t> shard = table.take_sorted();
  ASSERT_EQ(shard.length(), 5000U);
  for (std::uint64_t index = 1; index < 5000; ++index)
    EXPECT_EQ(shard.words[index], shard.words[index - 1] + 1);
}

TEST(MergeTable, NotesSumsThatDoNotFit) {
  const std::uint64_t most[2] = {~std::uint64_t{0}, ~std::uint64_t{0}};
  const std::uint64_t one[2] = {1, 0};
  for (const int limbs : {1, 2}) {
    MergeTable<std::uint64_t> table(63, 0, limbs);
    table.grow(4);
    table.add(5, most);
    EXPECT_FALSE(table.overflowed());
    table.add(5, one);
    EXPECT_TRUE(table.overflowed());
  }
  MergeTable<std::uint64_t> carries(63, 0, 2);
  const std::uint64_t low[2] = {~std::uint64_t{0}, 0};
  carries.grow(4);
  carries.add(5, low);
  carries.add(5, one);
  EXPECT_FALSE(carries.overflowed());
  const WideShard<std::uint64_t> shard = carries.take_sorted();
  EXPECT_EQ(shard.limbs[0], 0U);
  EXPECT_EQ(shard.limbs[1], 1U);
}

}  // namespace
}  // namespace ktour
