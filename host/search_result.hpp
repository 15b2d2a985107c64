// What a search of a model whose states scatter comes to: what was reached, and why it ended.
#pragma once

#include <optional>

#include "path_run.hpp"
#include "statistics.hpp"

namespace ktour {

struct SearchResult {
  RunStatistics statistics;
  int state_bits = 0;  // of a key
  int word_bits = 0;
  int limbs = 1;  // 64-bit words of a multiplicity, at the end
  std::optional<RunFailure> failure;
};

}  // namespace ktour
