// How many threads may be alive at once, without a change to the tree.
//
// A thread is alive from the moment its parent makes it until its parent has joined it; the main
// thread is not counted. A parent that waits for its children is alive too, so a plain limit would
// lock up: once every place is taken by a parent that wants a child, nobody ends. Hence two ways
// in:
//
//   a place    one of `places`; whoever gets one runs beside its parent and brothers.
//   a chain    one of `chains`, for a parent that finds every place taken. All threads below such a
//              parent live on its chain: each is joined as soon as it is made, so that a chain has
//              at most one thread per generation and never waits for anything but itself.
//
// Whoever waits here has no child alive, and some thread that does not wait here can always run:
// on a chain if there is one, otherwise a chain is free and a waiter takes it. So the tree always
// gets finished. With a bound of N threads and a tree at most D generations deep,
//
//     alive  <=  places + chains * D  <=  N + D
//
// which is what plan_room() divides N for: the bound is soft by the depth of one path, no more.
// Several chains keep several cores busy when the room is full.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

namespace ktour::sonny {

struct RoomPlan {
  std::int64_t places = 0;
  std::int64_t chains = 0;
};

// Divides a bound of `bound` threads (at least 1) for a tree of at most `depth` generations, with
// `wanted_chains` chains (at least 1) or as many as that affords.
RoomPlan plan_room(std::int64_t bound, std::int64_t depth, std::int64_t wanted_chains);

enum class Ticket { kNone, kPlace, kChain };

class ThreadRoom {
 public:
  // Without a plan there is a place for everybody.
  explicit ThreadRoom(std::optional<RoomPlan> plan);

  // Takes a place if one is free, otherwise none.
  Ticket try_enter();
  // Takes a place, or a chain where no place is free; waits until there is either. The caller must
  // have joined all its children.
  Ticket enter();
  // A thread was made on a chain that is already held.
  void enter_on_chain();
  // Any thread was joined, or was refused after it had entered.
  void leave(Ticket ticket);
  // The parent that took a chain has joined its last child.
  void close_chain();

  std::int64_t alive() const;
  std::int64_t most_alive() const;

 private:
  void count_alive();

  mutable std::mutex mutex_;
  std::condition_variable room_;
  const bool bounded_;
  std::int64_t free_places_;
  std::int64_t free_chains_;
  std::int64_t alive_ = 0;
  std::int64_t most_alive_ = 0;
};

}  // namespace ktour::sonny
