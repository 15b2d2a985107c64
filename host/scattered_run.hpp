// What the runs of the puzzles' models have in common: the device, and a result whatever happens.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>
#include <utility>

#include "cuda_device.hpp"
#include "engine.hpp"
#include "machine.hpp"
#include "search_result.hpp"
#include "table_device.hpp"
#include "table_options.hpp"

namespace ktour {

// Calls `run(device)` with a device of the kind that was chosen. Throws DeviceError where it cannot
// be used. `expanded`, if there is one, is counted up.
template <class M, class Run>
void on_chosen_device(const M& model, const RunOptions& options,
                      std::atomic<std::uint64_t>* expanded, Run&& run) {
  if (options.device.kind == DeviceKind::kCuda) {
#if KTOUR_WITH_CUDA
    PipelineOptions pipeline = pipeline_options(options);
    pipeline.expanded = expanded;
    CudaDevice<M> device(model, options.device.cuda.value().index, pipeline);
    run(device);
    return;
#else
    throw DeviceError("this program was built without the CUDA toolkit; use --device cpu");
#endif
  }
  map_large_buffers();  // these searches reach the limit of memory as a rule
  TableDevice<M> device(model, table_options(options, expanded));
  run(device);
}

// Runs all levels of `device`, keeping none of them, into `result`. Does not throw for what happens
// on the way.
template <class D>
void run_scattered(D& device, EngineOptions engine, const RunOptions& options,
                   SearchResult& result) {
  using State = typename D::State;
  result.word_bits = 8 * static_cast<int>(sizeof(State));
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
