// The tree itself: its known sizes in every mode and under every kind of bound.
#include "thread_tree.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <limits.h>
#include <unistd.h>

namespace ktour::sonny {
namespace {

struct Fact {
  int rows;
  int columns;
  std::int64_t threads;
  std::int64_t dead_ends;
  std::int64_t full_tours;
  std::int64_t best;
};

// Counted by a recursive walk without threads (reference.py), and stated with the specification.
constexpr Fact kFacts[] = {
    {3, 3, 2, 2, 0, 8},      {3, 4, 28, 13, 2, 12},          {4, 3, 28, 13, 2, 12},
    {3, 5, 255, 140, 0, 14}, {4, 4, 1'380, 760, 0, 15},      {3, 7, 8'394, 4'635, 8, 21},
    {5, 3, 255, 140, 0, 14}, {4, 5, 21'745, 12'824, 32, 20},
};

class SonnyTree : public testing::Test {
 protected:
  void SetUp() override {
    descriptor_ = open("/dev/null", O_WRONLY);
    ASSERT_GE(descriptor_, 0);
  }
  void TearDown() override { close(descriptor_); }

  TreeResult expect(const Fact& fact, bool parallel, std::optional<RoomPlan> room) const {
    SCOPED_TRACE(std::to_string(fact.rows) + "x" + std::to_string(fact.columns));
    Output output(descriptor_);
    ThreadTree tree({fact.rows, fact.columns, parallel, true, room}, output);
    const TreeResult result = tree.solve();
    EXPECT_EQ(result.threads, fact.threads);
    EXPECT_EQ(tree.dead_end_boards().boards(), fact.dead_ends);
    EXPECT_EQ(result.totals.full_tours, fact.full_tours);
    EXPECT_EQ(result.totals.max_squares, fact.best);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.main_thread, kStableMainId);
    return result;
  }

  int descriptor_ = -1;
};

// One thread after the other waits for the scheduler, so the larger boards are left to parallelism.
constexpr std::int64_t kMostThreadsOneByOne = 2'000;

TEST_F(SonnyTree, NoParallelHasOneThreadPerGeneration) {
  for (const Fact& fact : kFacts) {
    if (fact.threads > kMostThreadsOneByOne) continue;
    const TreeResult result = expect(fact, false, std::nullopt);
    EXPECT_EQ(result.most_alive, result.totals.deepest);
    EXPECT_LE(result.totals.deepest, std::int64_t{fact.rows} * fact.columns - 2);
  }
}

TEST_F(SonnyTree, ParallelUnderTheUsualBound) {
  for (const Fact& fact : kFacts) {
    const std::int64_t depth = std::int64_t{fact.rows} * fact.columns - 2;
    const TreeResult result = expect(fact, true, plan_room(512, depth, 8));
    EXPECT_LE(result.most_alive, 512 + depth);
  }
}

// Includes bounds far below what one path needs, where only the chain keeps the tree going.
TEST_F(SonnyTree, AnyBoundKeepsTheTree) {
  constexpr Fact kFact{3, 5, 255, 140, 0, 14};
  constexpr std::int64_t kDepth = 13;
  for (const std::int64_t bound : {1, 2, 3, 4, 7, 13, 14, 15, 27, 28, 60, 200})
    for (const std::int64_t chains : {1, 2, 5}) {
      const TreeResult result = expect(kFact, true, plan_room(bound, kDepth, chains));
      EXPECT_LE(result.most_alive, bound + kDepth) << bound << " threads, " << chains << " chains";
    }
}

TEST_F(SonnyTree, WithoutABound) {
  for (const Fact& fact : kFacts)
    if (fact.threads < 2'000) expect(fact, true, std::nullopt);
}

TEST(SonnyStack, IsAboveTheMinimumOfTheSystem) {
  EXPECT_GE(thread_stack_bytes(),
            static_cast<std::size_t>(PTHREAD_STACK_MIN) + (std::size_t{48} << 10));
}

}  // namespace
}  // namespace ktour::sonny
