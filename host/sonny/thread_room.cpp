#include "thread_room.hpp"

#include <algorithm>

namespace ktour::sonny {

RoomPlan plan_room(std::int64_t bound, std::int64_t depth, std::int64_t wanted_chains) {
  // The first chain is what the bound is soft by; each further one is paid for with `depth` places.
  const std::int64_t affordable = (bound - 1) / std::max<std::int64_t>(1, depth);
  const std::int64_t further = std::clamp<std::int64_t>(wanted_chains - 1, 0, affordable);
  return {bound - further * depth, 1 + further};
}

ThreadRoom::ThreadRoom(std::optional<RoomPlan> plan)
    : bounded_(plan.has_value()),
      free_places_(plan ? plan->places : 0),
      free_chains_(plan ? plan->chains : 0) {}

Ticket ThreadRoom::try_enter() {
  const std::lock_guard lock(mutex_);
  if (bounded_) {
    if (free_places_ == 0) return Ticket::kNone;
    --free_places_;
  }
  count_alive();
  return Ticket::kPlace;
}

Ticket ThreadRoom::enter() {
  std::unique_lock lock(mutex_);
  if (bounded_) room_.wait(lock, [this] { return free_places_ > 0 || free_chains_ > 0; });
  count_alive();
  if (!bounded_) return Ticket::kPlace;
  if (free_places_ > 0) {
    --free_places_;
    return Ticket::kPlace;
  }
  --free_chains_;
  return Ticket::kChain;
}

void ThreadRoom::enter_on_chain() {
  const std::lock_guard lock(mutex_);
  count_alive();
}

void ThreadRoom::leave(Ticket ticket) {
  const std::lock_guard lock(mutex_);
  --alive_;
  if (!bounded_ || ticket != Ticket::kPlace) return;
  ++free_places_;
  room_.notify_one();
}

void ThreadRoom::close_chain() {
  const std::lock_guard lock(mutex_);
  ++free_chains_;
  room_.notify_one();
}

std::int64_t ThreadRoom::alive() const {
  const std::lock_guard lock(mutex_);
  return alive_;
}

std::int64_t ThreadRoom::most_alive() const {
  const std::lock_guard lock(mutex_);
  return most_alive_;
}

void ThreadRoom::count_alive() { most_alive_ = std::max(most_alive_, ++alive_); }

}  // namespace ktour::sonny
