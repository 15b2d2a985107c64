// One run of the queens model: from a number of queens to a number of solutions.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "queens_model.hpp"
#include "search_result.hpp"

namespace ktour {

struct QueensQuestion {
  int queens = 8;
  QueensRules rules;
};

// How the search goes depth first: in any case from the first level whose children do not fit memory.
struct QueensDepthFirst {
  int level = -1;  // from this level on, unless it is negative
  // Told when it begins: the level, its states, and what did not fit, or nothing.
  std::function<void(int, std::uint64_t, const std::string&)> on_begin = {};
  std::atomic<std::uint64_t>* expanded = nullptr;  // counts what is expanded, these states too
};

struct QueensAnswer {
  Count all;
  Count fundamental;  // up to turning and mirroring the board
};

struct QueensResult : SearchResult {
  std::optional<QueensAnswer> answer;  // where the run is complete
};

// Does not throw for what happens on the way: the result then holds the complete levels and the
// failure. Throws UsageError for a number of queens that the model does not take, DeviceError for a
// device that it does not run on.
QueensResult run_queens_model(const QueensQuestion& question, const RunOptions& options,
                              const QueensDepthFirst& depth_first = {});

}  // namespace ktour
