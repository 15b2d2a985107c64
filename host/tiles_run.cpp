#include "tiles_run.hpp"

#include "cuda_models.hpp"
#include "scattered_run.hpp"
#include "tiles_model.hpp"

namespace ktour {
namespace {

void count_dead_ends(LevelStatistics& row, std::uint64_t met_again) {
  row.dead_ends = row.frontier - met_again;
  row.expanded = met_again;
}

template <class D>
void run_on(D& device, const RunOptions& options, TilesResult& result) {
  std::optional<LevelStatistics> before;
  const auto complete = [&](std::uint64_t met_again) {
    count_dead_ends(*before, met_again);
    if (options.on_level) options.on_level(*before);
  };
  RunOptions delayed = options;
  delayed.on_level = [&](const LevelStatistics& row) {
    if (before) complete(row.revisited);
    before = row;
  };
  run_scattered(device, {}, delayed, result);

  std::vector<LevelStatistics>& levels = result.statistics.levels;
  for (std::size_t level = 0; level + 1 < levels.size(); ++level)
    count_dead_ends(levels[level], levels[level + 1].revisited);
  if (levels.empty()) return;
  if (result.statistics.complete) {
    complete(0);
    count_dead_ends(levels.back(), 0);
  } else {
    levels.pop_back();
  }
}

}  // namespace

TilesResult run_tiles_model(const TilesQuestion& question, const RunOptions& options) {
  const TilesModel model(question.rows, question.columns);
  TilesResult result;
  result.state_bits = 4 * (model.squares() - 1);
  on_chosen_device(model, options, nullptr, [&](auto& device) { run_on(device, options, result); });
  if (result.statistics.complete) {
    const LevelStatistics& last = result.statistics.levels.back();
    result.answer = {last.explored, static_cast<std::uint64_t>(last.depth), last.frontier};
  }
  return result;
}

}  // namespace ktour
