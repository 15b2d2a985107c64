#include "queens_run.hpp"

#include <new>
#include <utility>

#include "engine.hpp"
#include "machine.hpp"
#include "queens_symmetry.hpp"
#include "table_device.hpp"

namespace ktour {
namespace {

template <class D>
void run_on(D& device, const RunOptions& options, const QueensDepthFirst& depth_first,
            QueensResult& result) {
  EngineOptions engine;
  engine.keep_levels = false;
  engine.depth_first_level = depth_first.level;
  engine.depth_first_where_full = true;
  engine.on_depth_first = depth_first.on_begin;
  EngineRun<QueensModel::State> run(false);
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

void run_on_chosen_device(const QueensModel& model, const RunOptions& options,
                          const QueensDepthFirst& depth_first, QueensResult& result) {
  if (options.device.kind == DeviceKind::kCuda) {
#if KTOUR_WITH_CUDA
    PipelineOptions pipeline = pipeline_options(options);
    pipeline.expanded = depth_first.expanded;
    CudaDevice<QueensModel> device(model, options.device.cuda.value().index, pipeline);
    run_on(device, options, depth_first, result);
    return;
#else
    throw DeviceError("this program was built without the CUDA toolkit; use --device cpu");
#endif
  }
  map_large_buffers();  // what is searched depth first reaches the limit of memory as a rule
  TableOptions table;
  table.threads = options.threads;
  if (options.batch_states > 0) table.batch_states = options.batch_states;
  table.memory_bytes = options.memory_bytes;
  table.stop = options.stop;
  table.expanded = depth_first.expanded;
  TableDevice<QueensModel> device(model, table);
  run_on(device, options, depth_first, result);
}

}  // namespace

QueensResult run_queens_model(const QueensQuestion& question, const RunOptions& options,
                              const QueensDepthFirst& depth_first) {
  const QueensModel model(question.queens, question.rules);
  QueensResult result;
  result.state_bits = 3 * question.queens;
  result.word_bits = 8 * static_cast<int>(sizeof(QueensModel::State));
  run_on_chosen_device(model, options, depth_first, result);
  if (result.statistics.complete) {
    Count all;
    for (std::uint64_t time = 0; time < model.solutions_for_each(); ++time)
      all += result.statistics.tours;
    result.answer = {all, fundamental_queens(question.queens, all)};
  }
  return result;
}

}  // namespace ktour
