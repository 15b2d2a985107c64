// The list of dead-end boards: order, bits beyond one word, appending from many threads, and a
// realloc that is refused.
#include "dead_end_list.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "memory_limit.hpp"

namespace ktour::sonny {
namespace {

TEST(SonnyDeadEndList, KeepsBoardsInOrder) {
  DeadEndList list(3, 3);
  KnightBoard board(3, 3);
  // One more square each time, past the first capacity.
  constexpr int kRounds = 40;
  for (int round = 0; round < kRounds; ++round) {
    KnightBoard growing(3, 3);
    for (int square = 0; square < 9; ++square) {
      growing.visit({square / 3, square % 3});
      ASSERT_TRUE(list.append(growing));
    }
  }
  ASSERT_EQ(list.boards(), 9 * kRounds);
  for (std::int64_t index = 0; index < list.boards(); ++index) {
    EXPECT_EQ(list.covered(index), index % 9 + 1);
    for (int square = 0; square < 9; ++square)
      EXPECT_EQ(list.visited(index, square / 3, square % 3), square <= index % 9);
  }
  const auto by_covered = list.boards_by_covered();
  ASSERT_EQ(by_covered.size(), 9U);
  for (const auto& [covered, boards] : by_covered) EXPECT_EQ(boards, kRounds) << covered;
}

// 9 x 15 = 135 squares are three words; square 64 starts the second, 128 the third.
TEST(SonnyDeadEndList, TakesBoardsOfMoreThan64Squares) {
  DeadEndList list(9, 15);
  for (const int square : {0, 63, 64, 127, 128, 134}) {
    KnightBoard board(9, 15);
    board.visit({square / 15, square % 15});
    ASSERT_TRUE(list.append(board));
    const std::int64_t index = list.boards() - 1;
    EXPECT_EQ(list.covered(index), 1) << square;
    EXPECT_TRUE(list.visited(index, square / 15, square % 15)) << square;
  }
}

TEST(SonnyDeadEndList, ThreadsMayAppendAtOnce) {
  DeadEndList list(3, 3);
  std::vector<std::thread> threads;
  for (int number = 1; number <= 4; ++number)
    threads.emplace_back([&list, number] {
      KnightBoard board(3, 3);
      for (int square = 0; square < number; ++square) board.visit({square / 3, square % 3});
      for (int round = 0; round < 500; ++round) EXPECT_TRUE(list.append(board));
    });
  for (std::thread& thread : threads) thread.join();
  const std::map<std::int64_t, std::int64_t> expected{{1, 500}, {2, 500}, {3, 500}, {4, 500}};
  EXPECT_EQ(list.boards_by_covered(), expected);
}

TEST(SonnyDeadEndListDeathTest, RefusedMemoryIsReported) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer needs the address space";
  EXPECT_EXIT(
      {
        limit_address_space(std::size_t{1} << 30);
        const KnightBoard board(3, 100'000'000);  // 300 MB; its bits are 37.5 MB, 64 of them 2.4 GB
        DeadEndList list(3, 100'000'000);
        _exit(board.valid() && !list.append(board) && list.boards() == 0 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace ktour::sonny
