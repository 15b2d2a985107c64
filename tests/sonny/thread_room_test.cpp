// The room: how a bound is divided, and that nobody waits for ever.
#include "thread_room.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace ktour::sonny {
namespace {

TEST(SonnyThreadRoom, APlanNeverExceedsTheBoundByMoreThanTheDepth) {
  for (std::int64_t bound = 1; bound <= 300; ++bound)
    for (std::int64_t depth = 1; depth <= 40; ++depth)
      for (std::int64_t wanted = 1; wanted <= 9; ++wanted) {
        const RoomPlan plan = plan_room(bound, depth, wanted);
        ASSERT_GE(plan.places, 1);
        ASSERT_GE(plan.chains, 1);
        ASSERT_LE(plan.chains, wanted);
        ASSERT_LE(plan.places + plan.chains * depth, bound + depth);
      }
}

TEST(SonnyThreadRoom, ALargeBoundAffordsEveryChain) {
  const RoomPlan plan = plan_room(512, 23, 8);
  EXPECT_EQ(plan.chains, 8);
  EXPECT_EQ(plan.places, 512 - 7 * 23);
  EXPECT_EQ(plan_room(46, 23, 8).chains, 2);
  EXPECT_EQ(plan_room(1, 23, 8).chains, 1);
}

TEST(SonnyThreadRoom, WithoutAPlanThereIsAlwaysAPlace) {
  ThreadRoom room(std::nullopt);
  for (int thread = 0; thread < 1000; ++thread) EXPECT_EQ(room.try_enter(), Ticket::kPlace);
  EXPECT_EQ(room.alive(), 1000);
  for (int thread = 0; thread < 1000; ++thread) room.leave(Ticket::kPlace);
  EXPECT_EQ(room.alive(), 0);
  EXPECT_EQ(room.most_alive(), 1000);
}

TEST(SonnyThreadRoom, AFullRoomOffersAChain) {
  ThreadRoom room(RoomPlan{2, 1});
  EXPECT_EQ(room.try_enter(), Ticket::kPlace);
  EXPECT_EQ(room.enter(), Ticket::kPlace);
  EXPECT_EQ(room.try_enter(), Ticket::kNone);
  EXPECT_EQ(room.enter(), Ticket::kChain);
  room.enter_on_chain();
  EXPECT_EQ(room.alive(), 4);
  // Threads of a chain free no place.
  room.leave(Ticket::kChain);
  room.leave(Ticket::kChain);
  EXPECT_EQ(room.try_enter(), Ticket::kNone);
  room.close_chain();
  EXPECT_EQ(room.enter(), Ticket::kChain);
}

// Waits in enter() of a room without places and chains until `release` makes room.
template <typename Release>
Ticket ticket_after(ThreadRoom& room, Release release) {
  std::atomic<bool> entered{false};
  Ticket ticket = Ticket::kNone;
  std::thread waiter([&] {
    ticket = room.enter();
    entered = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(entered);
  release();
  waiter.join();
  return ticket;
}

TEST(SonnyThreadRoom, AWaiterGetsThePlaceOrChainThatBecomesFree) {
  ThreadRoom room(RoomPlan{1, 1});
  EXPECT_EQ(room.enter(), Ticket::kPlace);
  EXPECT_EQ(room.enter(), Ticket::kChain);
  EXPECT_EQ(ticket_after(room, [&] { room.leave(Ticket::kPlace); }), Ticket::kPlace);
  EXPECT_EQ(ticket_after(room,
                         [&] {
                           room.leave(Ticket::kChain);
                           room.close_chain();
                         }),
            Ticket::kChain);
}

}  // namespace
}  // namespace ktour::sonny
