#include "queens_run.hpp"

#include <new>
#include <utility>

#include "engine.hpp"
#include "queens_symmetry.hpp"
#include "table_device.hpp"

namespace ktour {

QueensResult run_queens_model(const QueensQuestion& question, const RunOptions& options) {
  if (options.device.kind == DeviceKind::kCuda)
    throw DeviceError("the queens model runs on CPU threads only; use --device cpu");
  const QueensModel model(question.queens, question.rules);
  TableOptions table;
  table.threads = options.threads;
  if (options.batch_states > 0) table.batch_states = options.batch_states;
  table.memory_bytes = options.memory_bytes;
  table.stop = options.stop;

  QueensResult result;
  result.state_bits = 3 * question.queens;
  result.word_bits = 8 * static_cast<int>(sizeof(QueensModel::State));
  EngineOptions engine;
  engine.keep_levels = false;
  EngineRun<QueensModel::State> run(false);
  TableDevice<QueensModel> device(model, table);
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
  if (result.statistics.complete) {
    Count all;
    for (std::uint64_t time = 0; time < model.solutions_for_each(); ++time)
      all += result.statistics.tours;
    result.answer = {all, fundamental_queens(question.queens, all)};
  }
  return result;
}

}  // namespace ktour
