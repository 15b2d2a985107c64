// The packed state: layout, the reserved word, and the order that routes keep.
#include "path_model.hpp"

#include <gtest/gtest.h>

#include <set>

#include "errors.hpp"

namespace ktour {
namespace {

template <class Word>
PathModel<Word> open_model(const Board& board) {
  return PathModel<Word>(board, Goal::kOpen, board.present());
}

TEST(PathModel, PacksEndpointAboveTheMask) {
  //   5x5:   endpoint 12          visited {0, 12}
  //         [01100] [0000000000001000000000001]      5 + 25 bits
  const auto model = open_model<std::uint32_t>(Board(5, 5));
  const std::uint32_t state = model.make(bit(0) | bit(12), 12);
  EXPECT_EQ(state, 12U << 25 | 1U << 12 | 1U);
  EXPECT_EQ(model.endpoint(state), 12);
  EXPECT_EQ(model.visited(state), bit(0) | bit(12));
  EXPECT_EQ(model.state_bits(), 30);
}

TEST(PathModel, NeedsOneWordOf32BitsUpTo27SquaresAnd64BitsUpTo58) {
  EXPECT_EQ(path_state_bits(25), 30);
  EXPECT_EQ(path_state_bits(27), 32);
  EXPECT_GT(path_state_bits(28), 32);
  EXPECT_EQ(path_state_bits(58), 64);
  EXPECT_GT(path_state_bits(59), 64);
  EXPECT_LE(path_state_bits(64), 128);
  EXPECT_THROW(open_model<std::uint32_t>(Board(4, 7)), UsageError);
  EXPECT_THROW(open_model<std::uint64_t>(Board(8, 8)), UsageError);
}

template <class Word>
void expect_round_trip(const Board& board) {
  const auto model = open_model<Word>(board);
  for (int endpoint = 0; endpoint < board.area(); ++endpoint) {
    const Word state = model.make(board.present(), endpoint);
    EXPECT_EQ(model.endpoint(state), endpoint);
    EXPECT_EQ(model.visited(state), board.present());
    EXPECT_NE(state, kNoState<PathModel<Word>>);
  }
}

TEST(PathModel, NeverUsesTheReservedWord) {
  for (int squares = 1; squares <= 27; ++squares)
    expect_round_trip<std::uint32_t>(Board(1, squares));
  for (int squares = 1; squares <= 58; ++squares)
    expect_round_trip<std::uint64_t>(Board(1, squares));
  for (int squares = 1; squares <= 64; ++squares) expect_round_trip<Uint128>(Board(1, squares));
}

TEST(PathModel, RoutesKeepOrderAndCanBeUndone) {
  const Board board(4, 5);
  const auto model = open_model<std::uint32_t>(board);
  std::uint64_t random = 88172645463325252U;  // xorshift64, Marsaglia 2003
  for (int source = 0; source < board.area(); ++source) {
    std::set<std::uint32_t> shard;
    for (int draw = 0; draw < 300; ++draw) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      shard.insert(model.make((random & board.present()) | bit(source), source));
    }
    for (int target = 0; target < board.area(); ++target) {
      if (!model.may_route(source, target)) continue;
      std::uint32_t before = 0;
      for (const std::uint32_t state : shard) {
        std::uint32_t child = 0;
        if (!model.child_into(target, state, child)) continue;
        EXPECT_GT(child, before);
        EXPECT_EQ(model.inbox(child), target);
        EXPECT_EQ(model.parent(child, source), state);
        before = child;
      }
    }
  }
}

TEST(PathModel, ExpandsToTheSameChildrenAsItsRoutes) {
  const Board board(4, 5);
  const auto model = open_model<std::uint32_t>(board);
  const std::uint32_t state = model.make(bit(0) | bit(7) | bit(14), 7);
  std::set<std::uint32_t> expanded;
  model.expand(state, 2, [&](std::uint32_t child) { expanded.insert(child); });
  std::set<std::uint32_t> routed;
  for (int target = 0; target < board.area(); ++target) {
    std::uint32_t child = 0;
    if (model.may_route(7, target) && model.child_into(target, state, child)) routed.insert(child);
  }
  EXPECT_EQ(expanded, routed);
  EXPECT_EQ(expanded.size(),
            static_cast<std::size_t>(popcount(board.moves(7) & ~(bit(0) | bit(14)))));
}

TEST(PathModel, RefusesStartsThatDoNotFit) {
  const Board board = Board(3, 4).without(bit(3));
  EXPECT_THROW(PathModel<std::uint32_t>(board, Goal::kOpen, 0), UsageError);
  EXPECT_THROW(PathModel<std::uint32_t>(board, Goal::kOpen, bit(3)), UsageError);
  EXPECT_THROW(PathModel<std::uint32_t>(board, Goal::kClosed, bit(0) | bit(1)), UsageError);
  EXPECT_THROW(PathModel<std::uint32_t>(board, Goal::kOpen, bit(0), {}, bit(3)), UsageError);
}

}  // namespace
}  // namespace ktour
