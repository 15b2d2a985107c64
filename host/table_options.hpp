// What a run's options say about the device of models whose states scatter.
#pragma once

#include <atomic>
#include <cstdint>

#include "path_run.hpp"
#include "table_device.hpp"

namespace ktour {

// `expanded` may be null.
inline TableOptions table_options(const RunOptions& options, std::atomic<std::uint64_t>* expanded) {
  TableOptions table;
  table.threads = options.threads;
  if (options.batch_states > 0) table.batch_states = options.batch_states;
  table.memory_bytes = options.memory_bytes;
  table.stop = options.stop;
  table.expanded = expanded;
  return table;
}

}  // namespace ktour
