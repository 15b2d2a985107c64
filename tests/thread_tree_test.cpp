// The tree of threads finds what is known, whatever the number of threads.
//
// Known values, from the On-Line Encyclopedia of Integer Sequences: n x n by start square A165134
// (directed), 4 x n A079137 (undirected, so half of ours), closed on 5 x 6 A383661 (undirected).
// The others follow from the knight's graph as drawn, or from an enumerator that is too naive to be
// wrong.
#include "thread_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "board.hpp"
#include "errors.hpp"

namespace ktour {
namespace {

TreeOptions with_threads(int threads) {
  TreeOptions options;
  options.threads = threads;
  return options;
}

TreeOptions closed_tours() {
  TreeOptions options;
  options.closed = true;
  return options;
}

std::uint64_t total_open(const Board& board) {
  return static_cast<std::uint64_t>(count_with_thread_tree(board, with_threads(2)).total());
}

// Tries every square at every step, by rows and columns.
void extend_naively(const Board& board, Tour& path, std::vector<Tour>& tours) {
  if (path.size() == static_cast<std::size_t>(board.squares())) tours.push_back(path);
  for (int square = 0; square < board.area(); ++square) {
    if (!board.has(square) || std::count(path.begin(), path.end(), square) > 0) continue;
    if (!path.empty()) {
      const int down = square / board.columns() - path.back() / board.columns();
      const int right = square % board.columns() - path.back() % board.columns();
      if (down * down + right * right != 5) continue;
    }
    path.push_back(static_cast<std::uint8_t>(square));
    extend_naively(board, path, tours);
    path.pop_back();
  }
}

std::vector<Tour> list_naively(const Board& board) {
  Tour path;
  std::vector<Tour> tours;
  extend_naively(board, path, tours);
  std::sort(tours.begin(), tours.end());
  return tours;
}

TEST(ThreadTree, FindsNoTourOnBoardsWithoutOne) {
  for (const Board& board : {Board(3, 3), Board(4, 4), Board(1, 5), Board(2, 5), Board(1, 2)})
    EXPECT_EQ(total_open(board), 0U) << board.name();
}

TEST(ThreadTree, CountsTheOpenToursOfFourRows) {
  EXPECT_EQ(total_open(Board(4, 3)), 16U);
  EXPECT_EQ(total_open(Board(3, 4)), 16U);
  EXPECT_EQ(total_open(Board(4, 5)), 164U);
}

TEST(ThreadTree, CountsTheOpenToursOfFiveByFiveByStart) {
  const TreeCount count = count_with_thread_tree(Board(5, 5), with_threads(2));
  for (int square = 0; square < 25; ++square) {
    const int row = square / 5;
    const int column = square % 5;
    std::uint64_t known = (row + column) % 2 == 0 ? 56 : 0;
    if (row % 4 == 0 && column % 4 == 0) known = 304;
    if (row == 2 && column == 2) known = 64;
    EXPECT_EQ(static_cast<std::uint64_t>(count.by_start(square)), known) << square;
    EXPECT_EQ(static_cast<std::uint64_t>(count.by_end(square)), known) << square;
  }
  EXPECT_EQ(static_cast<std::uint64_t>(count.total()), 1728U);
}

TEST(ThreadTree, CountsTheOneSquareAsAnOpenTour) {
  const TreeListing open = list_with_thread_tree(Board(1, 1), with_threads(2), 1);
  EXPECT_EQ(open.tours, std::vector<Tour>{{0}});
  EXPECT_EQ(open.count.nodes, 1U);
  EXPECT_TRUE(count_with_thread_tree(Board(1, 1), closed_tours()).total() == 0);
}

// Two squares a move apart, there and back:
//
//     0 . .
//     . . 5
TEST(ThreadTree, DoesNotCloseATourOfTwoSquares) {
  const Board pair(2, 3, 0b011110);
  EXPECT_EQ(total_open(pair), 2U);
  EXPECT_TRUE(count_with_thread_tree(pair, closed_tours()).total() == 0);
}

// Without its centre 3 x 3 is one cycle of eight squares: from each start once around either way.
TEST(ThreadTree, CountsBoardsWithMissingSquares) {
  const Board cycle(3, 3, bit(4));
  EXPECT_EQ(total_open(cycle), 16U);
  const TreeCount closed = count_with_thread_tree(cycle, closed_tours());
  for (int start = 0; start < 9; ++start)
    EXPECT_EQ(static_cast<int>(closed.by_start(start)), start == 4 ? 0 : 2) << start;
}

TEST(ThreadTree, MissingStartSquaresStartNoTour) {
  TreeOptions options = with_threads(2);
  options.starts = bit(4) | bit(60);
  const TreeCount count = count_with_thread_tree(Board(3, 3, bit(4)), options);
  EXPECT_TRUE(count.total() == 0);
  EXPECT_EQ(count.nodes, 0U);
}

// Without its centre 3 x 3 is a cycle, so a tour ends next to its start.
TEST(ThreadTree, OpenToursEndWhereAsked) {
  TreeOptions options = with_threads(2);
  options.starts = bit(0) | bit(1);
  options.ends = bit(5) | bit(4) | bit(60);
  const TreeCount count = count_with_thread_tree(Board(3, 3, bit(4)), options);
  EXPECT_TRUE(count.total() == 1);
  EXPECT_EQ(count.tours(0, 5), 1U);
}

// Eight cycles, each in both directions; the corner has two moves, so both are in every cycle.
TEST(ThreadTree, CountsTheClosedToursOfFiveBySixFromOneStart) {
  TreeOptions options = closed_tours();
  options.threads = 2;
  options.starts = bit(0);
  const TreeCount count = count_with_thread_tree(Board(5, 6), options);
  EXPECT_TRUE(count.total() == 16);
  EXPECT_TRUE(count.by_start(0) == 16);
  EXPECT_TRUE(count.by_end(8) == 8);
  EXPECT_TRUE(count.by_end(13) == 8);
}

TEST(ThreadTree, CountsTheSameWithAnyNumberOfThreads) {
  const Board board(5, 5);
  TreeOptions options;
  options.starts = bit(0) | bit(12);
  const TreeCount alone = count_with_thread_tree(board, options);
  EXPECT_EQ(alone.threads_created, 0U);
  for (const int threads : {2, 3, 8}) {
    options.threads = threads;
    const TreeCount count = count_with_thread_tree(board, options);
    EXPECT_EQ(count.tours_by_start_end, alone.tours_by_start_end) << threads;
    EXPECT_EQ(count.nodes, alone.nodes) << threads;
    EXPECT_GE(count.threads_created, 8U * static_cast<unsigned>(threads));
    EXPECT_LE(count.threads_created, 400U);
  }
}

TEST(ThreadTree, ListsTheToursInOrder) {
  for (const Board& board : {Board(3, 4), Board(4, 3), Board(3, 3, bit(4)), Board(1, 1)}) {
    const std::vector<Tour> known = list_naively(board);
    for (const int threads : {1, 2, 8}) {
      const TreeListing listing = list_with_thread_tree(board, with_threads(threads), 16);
      EXPECT_EQ(listing.tours, known) << board.name() << ", threads " << threads;
      EXPECT_TRUE(listing.count.total() == known.size());
    }
  }
}

TEST(ThreadTree, ListsOnlyTheClosedToursWhenAsked) {
  const Board board(3, 3, bit(4));
  TreeOptions options = closed_tours();
  options.starts = bit(0);
  const std::vector<Tour> around{{0, 5, 6, 1, 8, 3, 2, 7}, {0, 7, 2, 3, 8, 1, 6, 5}};
  EXPECT_EQ(list_with_thread_tree(board, options, 2).tours, around);
}

TEST(ThreadTree, RefusesToListMoreToursThanAllowed) {
  for (const int threads : {1, 2, 8}) {
    EXPECT_EQ(list_with_thread_tree(Board(4, 5), with_threads(threads), 164).tours.size(), 164U);
    EXPECT_THROW(list_with_thread_tree(Board(4, 5), with_threads(threads), 163), SpaceError);
  }
}

TEST(ThreadTree, ReportsEveryNodeAsProgress) {
  for (const int threads : {1, 3}) {
    std::atomic<std::uint64_t> progress = 0;
    TreeOptions options = with_threads(threads);
    options.nodes = &progress;
    const TreeCount count = count_with_thread_tree(Board(4, 5), options);
    EXPECT_EQ(progress.load(), count.nodes) << threads;
  }
}

TEST(ThreadTree, StopsBeforeItStarts) {
  const std::atomic<bool> stop = true;
  for (const int threads : {1, 64}) {
    TreeOptions options = with_threads(threads);
    options.stop = &stop;
    EXPECT_THROW(count_with_thread_tree(Board(8, 8), options), Interrupted);
  }
}

TEST(ThreadTree, StopsInTheMiddle) {
  for (const int threads : {1, 8}) {
    std::atomic<bool> stop = false;
    std::atomic<std::uint64_t> progress = 0;
    TreeOptions options = with_threads(threads);
    options.stop = &stop;
    options.nodes = &progress;
    std::thread interrupter([&] {
      while (progress.load() < 100000) std::this_thread::yield();
      stop = true;
    });
    EXPECT_THROW(count_with_thread_tree(Board(8, 8), options), Interrupted);
    interrupter.join();
  }
}

TEST(ThreadTree, NeedsAThread) {
  EXPECT_THROW(count_with_thread_tree(Board(3, 3), with_threads(0)), UsageError);
}

}  // namespace
}  // namespace ktour
