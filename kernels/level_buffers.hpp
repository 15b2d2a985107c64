// The device memory of a level: three equal pair buffers (states and their multiplicities) that
// hold the frontier, its children, and the second copy that a sort needs. They change roles instead
// of being copied: the merged children end up in one of the latter two, which becomes the frontier.
//
//     roles      front        children      other
//     level d    frontier  -> children  <-> sorted, merged
//     level d+1  children or other becomes front; the old front keeps the expanded level's states
//                until children are written again
//
// They grow between steps, by doubling, and from a quarter of the budget to all of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "wide.hpp"

namespace ktour {

// `Amount` is the type of a multiplicity.
template <class State, class Amount, class B>
class LevelBuffers {
 public:
  struct Pair {
    typename B::template Array<State> states;
    typename B::template Array<Amount> multiplicities;
  };

  static constexpr std::uint64_t kBytesPerPair = sizeof(State) + sizeof(Amount);
  static constexpr std::uint64_t kBytesPerSlot = 3 * kBytesPerPair;

  explicit LevelBuffers(B& backend) : backend_(backend) {}

  Pair& front() { return pairs_[front_]; }
  Pair& children() { return pairs_[children_]; }
  Pair& other() { return pairs_[3 - front_ - children_]; }
  Pair& expanded() { return pairs_[expanded_]; }
  std::size_t front_index() const { return front_; }
  std::uint64_t capacity() const { return capacity_; }

  // Children go to the buffer after the front; the expanded level's states are given up.
  void begin_level() { children_ = (front_ + 1) % 3; }
  // The other buffer becomes the children's: they were merged into it.
  void swap_children() { children_ = 3 - front_ - children_; }
  // The children's buffer becomes the front: they are the next frontier.
  void end_level() {
    expanded_ = front_;
    front_ = children_;
    begin_level();
  }

  // Slots that `budget_bytes` allow while what is kept exists twice.
  std::uint64_t most_slots(std::uint64_t budget_bytes, std::uint64_t kept_pairs) const {
    const std::uint64_t kept_bytes = kept_pairs * capacity_ * kBytesPerPair;
    const std::uint64_t slots =
        budget_bytes <= kept_bytes ? 0 : (budget_bytes - kept_bytes) / kBytesPerSlot;
    return std::max(slots, capacity_);
  }

  // Makes every buffer hold `slots`, keeping the first `front_states` and `children_states` of
  // those roles. Returns whether the budget allows it; a change of capacity() means new addresses.
  // Throws SpaceError where the device refuses memory within the budget; what is kept is then still
  // there.
  bool make_room(std::uint64_t slots, std::uint64_t budget_bytes, std::uint64_t front_states,
                 std::uint64_t children_states) {
    if (slots <= capacity_) return true;
    const std::uint64_t most = most_slots(budget_bytes, children_states > 0 ? 2 : 1);
    if (slots > most) return false;
    // What is kept exists twice while they grow: past a quarter of what is allowed, take it all
    // while little is kept.
    const std::uint64_t doubled = std::max({slots, kLeastSlots, 2 * capacity_});
    const std::uint64_t wanted = doubled > most / 4 ? most : doubled;
    capacity_ = 0;  // until all three have grown
    grow(other(), wanted, 0);
    grow(children(), wanted, children_states);
    grow(front(), wanted, front_states);
    capacity_ = wanted;
    return true;
  }

  // Takes the front of buffers with narrower multiplicities, which are empty afterwards, while
  // these are: `widen(from, to)` enqueues the step from one array of multiplicities to the other.
  // There must be room for three pairs of buffers of `front_states`.
  template <class Amounts, class Widen>
  void take_front(LevelBuffers<State, Amounts, B>& narrow, std::uint64_t front_states,
                  Widen&& widen) {
    narrow.release_all_but_front();
    const std::uint64_t slots = std::max(front_states, kLeastSlots);
    Pair wide = new_pair(slots);
    auto& pair = narrow.front();
    if (front_states > 0) {
      backend_.copy_on_device(wide.states.data(), pair.states.data(), front_states);
      widen(pair.multiplicities.data(), wide.multiplicities.data());
      backend_.synchronize();
    }
    narrow.release();
    front() = std::move(wide);
    children() = new_pair(slots);
    other() = new_pair(slots);
    capacity_ = slots;
  }

  void release_all_but_front() {
    children() = {};
    other() = {};
    capacity_ = 0;
  }
  void release() {
    release_all_but_front();
    front() = {};
  }

  static constexpr std::uint64_t kLeastSlots = 256;

 private:
  Pair new_pair(std::uint64_t capacity) {
    return {backend_.template allocate<State>(capacity),
            backend_.template allocate<Amount>(capacity)};
  }

  void grow(Pair& pair, std::uint64_t capacity, std::uint64_t kept) {
    if (kept == 0) pair = {};  // first give back, then take
    Pair larger = new_pair(capacity);
    if (kept > 0) {
      backend_.copy_on_device(larger.states.data(), pair.states.data(), kept);
      backend_.copy_on_device(larger.multiplicities.data(), pair.multiplicities.data(), kept);
      backend_.synchronize();
    }
    pair = std::move(larger);
  }

  B& backend_;
  std::array<Pair, 3> pairs_;
  std::size_t front_ = 0;
  std::size_t children_ = 1;
  std::size_t expanded_ = 0;
  std::uint64_t capacity_ = 0;
};

}  // namespace ktour
