// What the engine asks of a device: to own a frontier and to advance it by one level.
//
//   model()            the model it was made for
//   seed()             makes level 0 current: the roots
//   states()           distinct states of the current level
//   sample(most)       up to `most` states of it, evenly spaced in their order, with multiplicities
//   advance(level)     expands the current level completely and makes the next one current, without
//                      the states of levels before (see kLevelsBack in model.hpp); where it
//                      throws, the current level is as it was. Returns the expanded level's
//                      numbers, all but depth, explored and wall_ms.
//   take_expanded()    the states of the level expanded last, at most once, before the next advance
//   finish(level)      the same numbers for the last level, where nothing is expanded
//   take_current()     the states of the last level, once, after finish()
//   finish_depth_first(level)
//                      counts what the current level, before the last one, leads to without merging,
//                      see depth_first.hpp; nothing is current afterwards. Not every device has it.
//   reserve(bytes)     memory of the device's budget that others hold from now on
//   extend(...)        one step of the unfold, see unfold.hpp
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "archive.hpp"
#include "count.hpp"
#include "errors.hpp"
#include "statistics.hpp"
#include "wide.hpp"

namespace ktour {

template <class State>
struct StateSample {
  State state;
  Multiplicity multiplicity;
};

struct FinishedLevel {
  LevelStatistics statistics;
  std::vector<Count> tours_by_inbox;  // multiplicities of the complete states
};

struct DepthFirstFinish {
  DepthFirstStatistics statistics;  // all but level and wall_ms
  std::vector<Count> tours_by_inbox;
};

// What ends a level whose children a word of the model cannot hold (see model.hpp).
inline SpaceError word_too_small(int child_level) {
  return SpaceError("level " + std::to_string(child_level) +
                    ": a state has more path fragments than a word of this model holds");
}

template <class D>
concept LevelDevice = requires(D device, const D view, int level, std::uint64_t count) {
  typename D::Model;
  typename D::State;
  view.model();
  device.seed();
  { view.states() } -> std::same_as<std::uint64_t>;
  { device.sample(level) } -> std::same_as<std::vector<StateSample<typename D::State>>>;
  { device.advance(level) } -> std::same_as<LevelStatistics>;
  { device.finish(level) } -> std::same_as<FinishedLevel>;
  device.reserve(count);
};

// A device that can finish a search without merging.
template <class D>
concept FinishesDepthFirst = LevelDevice<D> && requires(D device, int level) {
  { device.finish_depth_first(level) } -> std::same_as<DepthFirstFinish>;
};

// A device that can hand over the states of past levels.
template <class D>
concept KeepsLevels = LevelDevice<D> && requires(D device) {
  { device.take_expanded() } -> std::same_as<StoredLevel<typename D::State>>;
  { device.take_current() } -> std::same_as<StoredLevel<typename D::State>>;
};

}  // namespace ktour
