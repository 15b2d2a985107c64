// The table of published counts, host/known_counts.tsv, compiled into the program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "count_task.hpp"

namespace ktour {

struct KnownCount {
  CountTask task;
  bool directed = true;  // else a tour and its reverse count as one
  std::string what;      // "open 5x5, directed, start 0,0"
  std::string value;     // decimal
  // The most that `ktour count` explores, of all levels; nothing where that was not found out.
  std::optional<std::uint64_t> states;
  std::string source;
};

// All of them, in the order of the file. Throws std::logic_error if the table is malformed.
const std::vector<KnownCount>& known_counts();

// What the table says about the same tours, maybe of the board turned, preferring the directed count.
std::optional<KnownCount> find_known_count(const CountTask& task);

// The number that `known` must equal, from the directed tours that were counted.
Count as_counted(const KnownCount& known, const Count& directed_tours);

}  // namespace ktour
