#include "queens_run.hpp"

#include "cuda_models.hpp"
#include "queens_symmetry.hpp"
#include "scattered_run.hpp"

namespace ktour {
QueensResult run_queens_model(const QueensQuestion& question, const RunOptions& options,
                              const QueensDepthFirst& depth_first) {
  const QueensModel model(question.queens, question.rules);
  QueensResult result;
  result.state_bits = 3 * question.queens;
  EngineOptions engine;
  engine.depth_first_level = depth_first.level;
  engine.depth_first_where_full = true;
  engine.on_depth_first = depth_first.on_begin;
  on_chosen_device(model, options, depth_first.expanded,
                   [&](auto& device) { run_scattered(device, engine, options, result); });
  if (result.statistics.complete) {
    Count all;
    for (std::uint64_t time = 0; time < model.solutions_for_each(); ++time)
      all += result.statistics.tours;
    result.answer = {all, fundamental_queens(question.queens, all)};
  }
  return result;
}

}  // namespace ktour
