#include "queens_run.hpp"

#include "queens_symmetry.hpp"

namespace ktour {

QueensResult run_queens_model(const QueensQuestion& question, const RunOptions& options) {
  if (options.device.kind == DeviceKind::kCuda)
    throw DeviceError("the queens model runs on CPU threads only; use --device cpu");
  const QueensModel model(question.queens, question.rules);
  QueensResult result;
  result.state_bits = 3 * question.queens;
  TableDevice<QueensModel> device(model, table_options(options));
  run_scattered(device, options, result);
  if (result.statistics.complete) {
    Count all;
    for (std::uint64_t time = 0; time < model.solutions_for_each(); ++time)
      all += result.statistics.tours;
    result.answer = {all, fundamental_queens(question.queens, all)};
  }
  return result;
}

}  // namespace ktour
