// The device for models whose states scatter and whose multiplicities grow without a limit known
// beforehand: a level pipeline of 64-bit multiplicities that passes its frontier on when it must.
//
//     64 bits, in device memory   --a multiplicity is too wide-->   128 bits, in device memory
//       |      ^                                                      |      ^
//       |      | it has become small                                  |      |
//       v      | again                                                v      |
//     64 bits, streamed           --a multiplicity is too wide-->   128 bits, streamed
//     from host memory                                              from host memory
//
// Whatever makes the change necessary leaves the frontier as it was, and the level is done again.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "depth_first_levels.hpp"
#include "device.hpp"
#include "errors.hpp"
#include "level_difference.hpp"
#include "pipeline.hpp"
#include "streamed_levels.hpp"
#include "wide_shard.hpp"

namespace ktour {

template <Model M, Backend B>
class ScatteredLevels {
 public:
  using Model = M;
  using State = typename M::State;
  using Shard = WideShard<State>;

  ScatteredLevels(const M& model, B& backend, const PipelineOptions& options)
      : backend_(backend),
        options_(options),
        narrow_(model, backend, options),
        wide_(model, backend, options),
        narrow_streamed_(model, backend, options),
        wide_streamed_(model, backend, options) {}
  ScatteredLevels(const ScatteredLevels&) = delete;
  ScatteredLevels& operator=(const ScatteredLevels&) = delete;

  const M& model() const { return narrow_.model(); }
  int limbs() const { return limbs_; }
  bool streams() const { return streams_; }
  // Kept levels are in host memory, and this model keeps none.
  void reserve(std::uint64_t) {}

  std::uint64_t states() const {
    if (streams_) return limbs_ == 1 ? narrow_streamed_.states() : wide_streamed_.states();
    return limbs_ == 1 ? narrow_.states() : wide_.states();
  }

  void seed() {
    narrow_.seed();
    limbs_ = 1;
    streams_ = false;
  }

  // Makes a stored frontier current: shards in word order, `limbs` words a multiplicity; with the
  // levels before it that children reach.
  void resume(std::vector<Shard>&& shards, int limbs, PastLevels<M>&& past = {}) {
    if (limbs > kMostLimbs)
      throw SpaceError("the multiplicities of this level have " + std::to_string(64 * limbs) +
                       " bits and the device holds " + std::to_string(64 * kMostLimbs) +
                       "; use --device cpu");
    limbs_ = limbs;
    streams_ = false;
    try {
      in_memory([&](auto& levels) { levels.resume(shards, past); });
    } catch (const LevelTooLarge&) {
      in_memory([](auto& levels) { levels.release(); });
      streams_ = true;
      streamed([&](auto& levels) { levels.resume(std::move(shards), std::move(past)); });
    }
  }

  // In host memory, until the next call of anything.
  const std::vector<Shard>& frontier() {
    if (streams_) return limbs_ == 1 ? narrow_streamed_.frontier() : wide_streamed_.frontier();
    downloaded_.clear();
    in_memory([&](auto& levels) { downloaded_ = levels.frontier(); });
    return downloaded_;
  }

  // The same for good: nothing is current afterwards, and the device's memory is given back.
  std::vector<Shard> take_frontier() {
    if (streams_) return streamed([](auto& levels) { return levels.take(); });
    return in_memory([](auto& levels) {
      std::vector<Shard> shards = levels.frontier();
      levels.release();
      return shards;
    });
  }

  std::vector<StateSample<State>> sample(int most) {
    return current([&](auto& levels) { return levels.sample(most); });
  }

  LevelStatistics advance(int level) {
    downloaded_.clear();
    if (streams_ && states() <= most_slots() / kRoomToReturn) end_streaming();
    for (;;) {
      try {
        return current([&](auto& levels) { return levels.advance(level); });
      } catch (const MultiplicityTooWide&) {
        if (limbs_ == kMostLimbs) throw;
        widen();
      } catch (const LevelTooLarge&) {
        if (streams_ || states() * bytes_per_state() > options_.host_bytes) throw;
        begin_streaming();
      }
    }
  }

  FinishedLevel finish(int level) {
    return current([&](auto& levels) { return levels.finish(level); });
  }

  // From host memory, so that the device's has room for it.
  DepthFirstFinish finish_depth_first(int level) {
    if (!streams_ && states() * bytes_per_state() > options_.host_bytes)
      throw SpaceError("level " + std::to_string(level) + " has " + std::to_string(states()) +
                       " states, which do not fit the " + std::to_string(options_.host_bytes) +
                       " bytes of host memory that are free; free memory");
    const std::vector<Shard> shards = take_frontier();
    if (limbs_ == 1)
      return DepthFirstLevels<M, Multiplicity, B>(model(), backend_, options_)
          .finish(shards, level);
    return DepthFirstLevels<M, Uint128, B>(model(), backend_, options_).finish(shards, level);
  }

 private:
  static constexpr int kMostLimbs = 2;
  static constexpr std::uint64_t kRoomToReturn = 8;  // slots for each state of a level in memory

  template <class Act>
  auto in_memory(Act&& act) {
    return limbs_ == 1 ? act(narrow_) : act(wide_);
  }
  template <class Act>
  auto streamed(Act&& act) {
    return limbs_ == 1 ? act(narrow_streamed_) : act(wide_streamed_);
  }
  template <class Act>
  auto current(Act&& act) {
    return streams_ ? streamed(act) : in_memory(act);
  }

  std::uint64_t bytes_per_state() const {
    return sizeof(State) + 8 * static_cast<std::uint64_t>(limbs_);
  }
  std::uint64_t most_slots() const { return narrow_.memory_bytes() / (3 * bytes_per_state()); }

  void widen() {
    if (!streams_ && narrow_.template fits_widened<Uint128>()) {
      wide_.take_widened(narrow_);
    } else {
      if (!streams_) begin_streaming();
      std::vector<Shard> shards = narrow_streamed_.take();
      widen_multiplicities(shards, 1);
      wide_streamed_.resume(std::move(shards), narrow_streamed_.take_past());
    }
    limbs_ = 2;
  }

  void begin_streaming() {
    PastLevels<M> past = take_past();
    std::vector<Shard> shards = take_frontier();
    streamed([&](auto& levels) { levels.resume(std::move(shards), std::move(past)); });
    streams_ = true;
  }

  void end_streaming() {
    PastLevels<M> past = take_past();
    std::vector<Shard> shards = take_frontier();
    resume(std::move(shards), limbs_, std::move(past));
  }

  PastLevels<M> take_past() {
    return current([](auto& levels) { return levels.take_past(); });
  }

  B& backend_;
  PipelineOptions options_;
  LevelPipeline<M, B, Multiplicity> narrow_;
  LevelPipeline<M, B, Uint128> wide_;
  StreamedLevels<M, B, Multiplicity> narrow_streamed_;
  StreamedLevels<M, B, Uint128> wide_streamed_;
  int limbs_ = 1;
  bool streams_ = false;
  std::vector<Shard> downloaded_;
};

}  // namespace ktour
