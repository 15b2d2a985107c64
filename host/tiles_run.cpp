#include "tiles_run.hpp"

#include <malloc.h>

#include "tiles_model.hpp"

#if KTOUR_WITH_CUDA
#include "cuda_device_tiles.hpp"
#endif

namespace ktour {
namespace {

void count_dead_ends(LevelStatistics& row, std::uint64_t met_again) {
  row.dead_ends = row.frontier - met_again;
  row.expanded = met_again;
}

// A level's tables come and go in thousands of blocks of a few hundred KiB. On the heap what is freed
// would stay with the process, about a third of the peak; as mappings of their own they go back.
void map_tables_by_themselves() { mallopt(M_MMAP_THRESHOLD, 64 << 10); }

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
  run_scattered(device, delayed, result);

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
  if (options.device.kind == DeviceKind::kCuda) {
#if KTOUR_WITH_CUDA
    CudaDevice<TilesModel> device(model, options.device.cuda.value().index,
                                  pipeline_options(options));
    run_on(device, options, result);
#else
    throw DeviceError("this program was built without the CUDA toolkit; use --device cpu");
#endif
  } else {
    map_tables_by_themselves();
    TableDevice<TilesModel> device(model, table_options(options));
    run_on(device, options, result);
  }
  if (result.statistics.complete) {
    const LevelStatistics& last = result.statistics.levels.back();
    result.answer = {last.explored, static_cast<std::uint64_t>(last.depth), last.frontier};
  }
  return result;
}

}  // namespace ktour
