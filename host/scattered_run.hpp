// What the runs of models on TableDevice and on the CUDA device's ScatteredLevels have in common: the
// options, and a result that holds what was reached and why it ended.
#pragma once

#include <new>
#include <optional>
#include <utility>

#include "engine.hpp"
#include "path_run.hpp"
#include "statistics.hpp"
#include "table_device.hpp"

namespace ktour {

struct SearchResult {
  RunStatistics statistics;
  int state_bits = 0;  // of a key
  int word_bits = 0;
  int limbs = 1;  // 64-bit words of a multiplicity, at the end
  std::optional<RunFailure> failure;
};

inline TableOptions table_options(const RunOptions& options) {
  TableOptions table;
  table.threads = options.threads;
  if (options.batch_states > 0) table.batch_states = options.batch_states;
  table.memory_bytes = options.memory_bytes;
  table.stop = options.stop;
  return table;
}

// Runs all levels of `device`, keeping none of them, into `result`. Does not throw for what happens
// on the way.
template <class D>
void run_scattered(D& device, const RunOptions& options, SearchResult& result) {
  using State = typename D::State;
  result.word_bits = 8 * static_cast<int>(sizeof(State));
  EngineOptions engine;
  engine.keep_levels = false;
  EngineRun<State> run(false);
  try {
    run_levels(device, engine, run, [&](const LevelStatistics& row) {
      if (options.on_level) options.on_level(row);
    });
  } catch (const Error& error) {
    result.failure = {error.exit_code(), error.what()};
  } catch (const std::bad_alloc&) {
    result.failure = {kExitNoSpace, "the system refused memory; free some or set a lower --memory"};
  }
  result.limbs = device.limbs();
  result.statistics = std::move(run.statistics);
}

}  // namespace ktour
