// What the engine and the devices ask of a model, and all they know about it.
//
// A model is a small trivially copyable type. Its states are unsigned words; equal words are equal
// states, and the word of all ones is never a state (devices use it as "none"). Every state belongs
// to one inbox, and the inbox number never falls as the word grows, so a sorted frontier is also
// sorted by inbox. Functions marked host+device run inside kernels and know nothing of threads.
//
//   last_level()               the level at which states are complete or fail; kUntilEmpty where it
//                              is not known: the run ends at the level that no new state follows
//   inboxes()                  how many inboxes there are
//   max_children()             no state has more
//   state_bits()               only these low bits of the word are in use
//   roots()                    the states of level 0, ascending, each of multiplicity 1 (host only)
//   inbox(state)               host+device
//   may_route(source, target)  false if no state of inbox `source` has a child in inbox `target`
//   expand(state, level, emit) calls emit(child) for every child of a state of that level: all of
//                              them are *generated*; kNoState for a child that its word cannot
//                              hold: the device then ends the run
//   prunes()                   whether survives() is ever false
//   survives(child, level)     false if a pruning rule proves that no tour goes through it; `level`
//                              is the child's
//   kMergesLittle              optional, see depth_first.hpp
//   is_dead_end(state, level)  before the last level: no child; at the last level: not complete
//   kLevelsBack                where moves go back: a child may be a state of the level expanded
//                              (1), or also of the one before it (2), and so on. The devices then
//                              drop it at the barrier. Left out: every child is new (0)
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>
#include <vector>

#include "compiler.hpp"

namespace ktour {

inline constexpr int kUntilEmpty = std::numeric_limits<int>::max();

template <class M>
concept Model = std::is_trivially_copyable_v<M> &&
    requires(const M model, typename M::State state, int number, void (*emit)(typename M::State)) {
  { model.last_level() } -> std::same_as<int>;
  { model.inboxes() } -> std::same_as<int>;
  { model.max_children() } -> std::same_as<int>;
  { model.state_bits() } -> std::same_as<int>;
  { model.roots() } -> std::same_as<std::vector<typename M::State>>;
  { model.inbox(state) } -> std::same_as<int>;
  { model.may_route(number, number) } -> std::same_as<bool>;
  { model.prunes() } -> std::same_as<bool>;
  { model.survives(state, number) } -> std::same_as<bool>;
  { model.is_dead_end(state, number) } -> std::same_as<bool>;
  model.expand(state, number, emit);
};

template <class M>
inline constexpr typename M::State kNoState = static_cast<typename M::State>(~typename M::State{0});

template <class M>
constexpr int levels_back() {
  if constexpr (requires { M::kLevelsBack; }) return M::kLevelsBack;
  return 0;
}
template <class M>
inline constexpr int kLevelsBack = levels_back<M>();
// Those of them before the level expanded, which a device has to remember.
template <class M>
inline constexpr int kPastLevels = kLevelsBack<M> == 0 ? 0 : kLevelsBack<M> - 1;

// A model whose routes keep order: a state of inbox s has at most one child in inbox t, ascending
// states of s have ascending children in t, and the step can be undone. Then the messages from one
// inbox to another are a sorted run as they are made, and an inbox is merged without sorting. The
// unfold walks the same steps backwards.
//
//   child_into(target, state, child)  where may_route(inbox(state), target): stores the child and
//                                     says whether there is one; host+device
//   parent(child, source)             the only state of inbox `source` whose child this can be, be
//                                     it reachable or not; where may_route(source, inbox(child))
template <class M>
concept OrderedRoutes = Model<M> && requires(const M model, typename M::State state, int inbox) {
  { model.child_into(inbox, state, state) } -> std::same_as<bool>;
  { model.parent(state, inbox) } -> std::same_as<typename M::State>;
};

}  // namespace ktour
