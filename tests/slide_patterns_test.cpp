// Pattern databases: their numbering, their values against a plain search, that threads do not
// change them, and their file.
#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "errors.hpp"
#include "scratch.hpp"
#include "slide/pattern_cache.hpp"
#include "slide/pattern_heuristic.hpp"

namespace ktour {
namespace {

// The squares of the tiles and of the blank, as PatternTable takes them, and the blank's.
struct PlainState {
  std::uint64_t squares;
  int blank;
  auto operator<=>(const PlainState&) const = default;
};

// By the squares of the tiles: the fewest slides of them. Slides of other tiles are free, so they
// go to the front of the queue.
std::map<std::uint64_t, int> plain_search(TileShape shape, const std::vector<int>& tiles) {
  PlainState home{0, shape.squares() - 1};
  for (const int tile : tiles) home.squares |= static_cast<std::uint64_t>(tile - 1) << (4 * tile);
  std::map<std::uint64_t, int> fewest;
  std::set<PlainState> done;
  std::deque<std::pair<PlainState, int>> queue{{home, 0}};
  while (!queue.empty()) {
    const auto [state, slides] = queue.front();
    queue.pop_front();
    if (!done.insert(state).second) continue;
    fewest.emplace(state.squares, slides);
    for (const Slide slide : kSlides) {
      const int from = shape.origin(state.blank, slide);
      if (from < 0) continue;
      PlainState next{state.squares, from};
      bool counts = false;
      for (const int tile : tiles)
        if (static_cast<int>(nibble(state.squares, tile)) == from) {
          next.squares ^= static_cast<std::uint64_t>(from ^ state.blank) << (4 * tile);
          counts = true;
        }
      if (counts)
        queue.emplace_back(next, slides + 1);
      else
        queue.emplace_front(next, slides);
    }
  }
  return fewest;
}

PatternTable built(TileShape shape, const std::vector<int>& tiles, int threads = 1) {
  PatternTable table(shape, tiles);
  ThreadTeam team(threads, nullptr);
  std::atomic<std::uint64_t> done{0};
  table.build(team, done);
  EXPECT_LE(done, table.values().size());
  return table;
}

TEST(PatternTable, ValuesAreThoseOfAPlainSearch) {
  const std::vector<std::pair<TileShape, std::vector<int>>> cases{
      {{3, 3}, {1, 2, 3, 4}}, {{3, 3}, {8}},       {{2, 4}, {7, 1, 4}},
      {{4, 4}, {1, 5, 6}},    {{2, 2}, {1, 2, 3}}, {{4, 2}, {1, 2, 3, 4, 5, 6, 7}}};
  for (const auto& [shape, tiles] : cases) {
    SCOPED_TRACE(shape.text());
    const PatternTable table = built(shape, tiles);
    const std::map<std::uint64_t, int> expected = plain_search(shape, tiles);
    ASSERT_LE(expected.size(), table.values().size());
    for (const auto& [squares, slides] : expected) ASSERT_EQ(table.slides(squares), slides);
  }
}

TEST(PatternTable, PlacementsAreNumberedWithoutGaps) {
  const PatternTable table({3, 4}, {7, 2, 11});
  ASSERT_EQ(table.values().size(), 12U * 11 * 10);
  for (std::uint32_t rank = 0; rank < table.values().size(); ++rank)
    EXPECT_EQ(table.rank(table.unrank(rank)), rank);
  // The picture of the header: tiles 1 and 5 on 2x4, on squares 3 and 1.
  EXPECT_EQ(PatternTable({2, 4}, {1, 5}).rank(3U << 4 | 1U << 20), 3U * 7 + 1);
}

TEST(PatternTable, ThreadsDoNotChangeTheValues) {
  const std::vector<int> tiles{1, 2, 5, 6};
  const PatternTable one = built({4, 4}, tiles, 1);
  for (const int threads : {2, 4})
    EXPECT_TRUE(std::ranges::equal(one.values(), built({4, 4}, tiles, threads).values()));
}

TEST(PatternTable, ABuildStopsWhenItIsTold) {
  PatternTable table({4, 4}, {1, 2, 5, 6});
  std::atomic<bool> stop{true};
  std::atomic<std::uint64_t> done{0};
  ThreadTeam team(2, &stop);
  EXPECT_THROW(table.build(team, done), Interrupted);
  stop = false;
  table.build(team, done);
  EXPECT_TRUE(std::ranges::equal(table.values(), built({4, 4}, {1, 2, 5, 6}).values()));
}

TEST(PatternHeuristic, EveryPartitionHasEveryTileOnce) {
  for (int rows = 2; rows <= 8; ++rows)
    for (int columns = 2; rows * columns <= TileBoard::kMostSquares; ++columns)
      EXPECT_NO_THROW(PatternHeuristic({rows, columns}, tile_partition({rows, columns})));
  const TileShape shape{2, 3};
  EXPECT_THROW(PatternHeuristic(shape, {{1, 2}, {3, 4}}), UsageError);
  EXPECT_THROW(PatternHeuristic(shape, {{1, 2, 3}, {3, 4, 5}}), UsageError);
  EXPECT_THROW(PatternHeuristic(shape, {{1, 2, 3}, {4, 5, 6}}), UsageError);
}

TEST(PatternHeuristic, AMirrorImageHasTheSameBound) {
  const TileShape shape{3, 3};
  PatternHeuristic patterns(shape, {{1, 2, 3, 5}, {4, 6, 7, 8}});
  ThreadTeam team(1, nullptr);
  std::atomic<std::uint64_t> done{0};
  patterns.build(team, done);
  std::mt19937_64 random(6);
  for (int round = 0; round < 200; ++round) {
    const TileBoard board = TileBoard::random(shape, random);
    std::string image;
    for (int square = 0; square < 9; ++square) {
      const int tile = board.tile(square % 3 * 3 + square / 3);
      image += std::to_string(tile == 0 ? 0 : (tile - 1) % 3 * 3 + (tile - 1) / 3 + 1) + " ";
    }
    const auto bound = [&](const TileBoard& either) {
      return PatternHeuristic::slides(patterns.of(TilePosition(either)));
    };
    EXPECT_EQ(bound(board), bound(TileBoard::parse(image)));
  }
}

class PatternCache : public testing::Test {
 protected:
  PatternCache() : patterns_(kShape, kPartition) {
    ThreadTeam team(1, nullptr);
    std::atomic<std::uint64_t> done{0};
    patterns_.build(team, done);
  }
  ~PatternCache() override { std::filesystem::remove_all(folder_); }

  CacheState read(const TilePartition& partition = kPartition) {
    PatternHeuristic patterns(kShape, partition);
    const CacheState state = read_patterns(file_, patterns);
    if (state == CacheState::kRead) {
      EXPECT_EQ(patterns.tables().size(), patterns_.tables().size());
      for (std::size_t table = 0; table < patterns.tables().size(); ++table)
        EXPECT_TRUE(std::ranges::equal(patterns.tables()[table].values(),
                                       patterns_.tables()[table].values()));
    }
    return state;
  }
  std::string bytes() const {
    std::ifstream stream(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void write(const std::string& bytes) const {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << bytes;
  }

  inline static const TileShape kShape{3, 3};
  inline static const TilePartition kPartition{{1, 2, 3, 4}, {5, 6, 7, 8}};
  std::filesystem::path folder_ = scratch_directory("patterns");
  std::filesystem::path file_ = folder_ / "deeper" / "patterns";
  PatternHeuristic patterns_;
};

TEST_F(PatternCache, ReadsWhatItWrites) {
  EXPECT_EQ(read(), CacheState::kMissing);
  write_patterns(file_, patterns_);
  EXPECT_EQ(read(), CacheState::kRead);
  write_patterns(file_, patterns_);  // over the old one
  EXPECT_EQ(read(), CacheState::kRead);
}

TEST_F(PatternCache, SeesDamage) {
  write_patterns(file_, patterns_);
  const std::string whole = bytes();
  for (const std::size_t place : {std::size_t{0}, std::size_t{20}, std::size_t{100},
                                  whole.size() / 2, whole.size() - 9, whole.size() - 1}) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 4);
    write(damaged);
    EXPECT_EQ(read(), CacheState::kDamaged) << place;
  }
  for (const std::string& other :
       {std::string(), whole.substr(0, 10), whole.substr(0, whole.size() - 1), whole + "x"}) {
    write(other);
    EXPECT_EQ(read(), CacheState::kDamaged) << other.size();
  }
  write(whole);
  EXPECT_EQ(read(), CacheState::kRead);
}

TEST_F(PatternCache, TakesNoFileOfOtherPatterns) {
  write_patterns(file_, patterns_);
  EXPECT_EQ(read({{5, 6, 7, 8}, {1, 2, 3, 4}}), CacheState::kDamaged);
}

TEST_F(PatternCache, ADirectoryIsNoFile) {
  std::filesystem::create_directories(file_);
  EXPECT_EQ(read(), CacheState::kDamaged);
  EXPECT_THROW(write_patterns(file_, patterns_), SpaceError);
}

TEST_F(PatternCache, SaysWhereItCannotWrite) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ / "deeper") << "a file where a directory should be";
  EXPECT_THROW(write_patterns(file_, patterns_), SpaceError);
}

}  // namespace
}  // namespace ktour
