// The engine: one loop over levels. A device expands a level; at the barrier the numbers are added
// to the statistics, the level's states go to the archive, and whoever watches is told.
//
// The rest of a search can be done depth first, without levels and without merging: from a level on
// that was chosen, or where the next one does not fit memory.
//
// The loop knows no model, no thread and no GPU. A level is either complete or did not happen: an
// interruption or a lack of memory leaves the statistics of the levels before it valid.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "archive.hpp"
#include "device.hpp"
#include "errors.hpp"
#include "model.hpp"
#include "statistics.hpp"

namespace ktour {

inline double ms_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

struct EngineOptions {
  bool keep_levels = true;  // for the unfold; given up when memory is short
  std::uint64_t most_archive_bytes = ~std::uint64_t{0};
  int samples = 0;  // states of each level to keep for people to look at
  // Where a stored search goes on: the device holds this level, `run.statistics` those before it.
  int first_level = 0;
  // From this level on, unless it is negative, the search goes depth first, and likewise from the
  // first one whose children do not fit memory, where that is allowed.
  int depth_first_level = -1;
  bool depth_first_where_full = false;
  // Told before: the level, its states, and what did not fit, or nothing.
  std::function<void(int, std::uint64_t, const std::string&)> on_depth_first = {};
};

template <class State>
struct EngineRun {
  explicit EngineRun(bool keep_levels) : archive(keep_levels) {}

  RunStatistics statistics;
  LevelArchive<State> archive;
  std::vector<std::vector<StateSample<State>>> samples;  // by level
};

namespace engine_detail {

// Counting comes before keeping: where a level does not fit, the archive is dropped and the level
// tried once more.
template <LevelDevice D>
LevelStatistics advance(D& device, LevelArchive<typename D::State>& archive, int level) {
  try {
    return device.advance(level);
  } catch (const SpaceError&) {
    if (archive.bytes() == 0) throw;
    archive.drop();
    device.reserve(0);
    return device.advance(level);
  }
}

template <LevelDevice D>
void keep_expanded(D& device, LevelArchive<typename D::State>& archive) {
  if constexpr (KeepsLevels<D>)
    if (archive.kept()) archive.add(device.take_expanded());
}
template <LevelDevice D>
void keep_last(D& device, LevelArchive<typename D::State>& archive) {
  if constexpr (KeepsLevels<D>)
    if (archive.kept()) archive.add(device.take_current());
}

// False, and nothing has happened, where the device cannot.
template <LevelDevice D>
bool finish_depth_first(D& device, const EngineOptions& options, int level,
                        const std::string& reason, RunStatistics& statistics) {
  if constexpr (FinishesDepthFirst<D>) {
    const auto start = std::chrono::steady_clock::now();
    if (options.on_depth_first) options.on_depth_first(level, device.states(), reason);
    DepthFirstFinish finish = device.finish_depth_first(level);
    finish.statistics.level = level;
    finish.statistics.wall_ms = ms_since(start);
    statistics.depth_first = finish.statistics;
    statistics.tours_by_inbox = std::move(finish.tours_by_inbox);
    return true;
  } else {
    return false;
  }
}

}  // namespace engine_detail

// Runs all levels on `device` into `run`, to the model's last one or to the last that has states.
// `on_level(const LevelStatistics&)` is called at every
// barrier. Throws what the device throws; then `run.statistics` has the complete levels.
template <LevelDevice D, class OnLevel>
void run_levels(D& device, const EngineOptions& options, EngineRun<typename D::State>& run,
                OnLevel&& on_level) {
  const auto start = std::chrono::steady_clock::now();
  RunStatistics& statistics = run.statistics;
  const int last_level = device.model().last_level();
  const double wall_ms_before = statistics.wall_ms;
  std::uint64_t explored = statistics.levels.empty() ? 0 : statistics.levels.back().explored;
  if (options.first_level == 0) device.seed();
  for (int level = options.first_level; level <= last_level; ++level) {
    const auto level_start = std::chrono::steady_clock::now();
    run.samples.push_back(device.sample(options.samples));
    if (level == options.depth_first_level && level < last_level &&
        engine_detail::finish_depth_first(device, options, level, "", statistics))
      break;
    LevelStatistics row;
    if (level < last_level) {
      try {
        row = engine_detail::advance(device, run.archive, level);
      } catch (const SpaceError& error) {
        if (options.depth_first_where_full &&
            engine_detail::finish_depth_first(device, options, level, error.what(), statistics))
          break;
        throw;
      }
      engine_detail::keep_expanded(device, run.archive);
    } else {
      FinishedLevel finished = device.finish(level);
      row = std::move(finished.statistics);
      statistics.tours_by_inbox = std::move(finished.tours_by_inbox);
      engine_detail::keep_last(device, run.archive);
    }
    if (run.archive.bytes() > options.most_archive_bytes) run.archive.drop();
    device.reserve(run.archive.bytes());
    explored += row.frontier;
    row.depth = level;
    row.explored = explored;
    row.wall_ms = ms_since(level_start);
    statistics.levels.push_back(std::move(row));
    statistics.wall_ms = wall_ms_before + ms_since(start);
    on_level(statistics.levels.back());
    if (last_level == kUntilEmpty && device.states() == 0) break;
  }
  statistics.wall_ms = wall_ms_before + ms_since(start);
  for (const Count& tours : statistics.tours_by_inbox) statistics.tours += tours;
  statistics.complete = true;
}

}  // namespace ktour
