// The per-level table for people: one row a level, printed at its barrier.
#pragma once

#include <string>

#include "statistics.hpp"

namespace ktour {

class LevelTable {
 public:
  // `pruned`: with a column for what the pruning rules dropped; `revisited`: with one for states of
  // levels before.
  explicit LevelTable(bool pruned, bool revisited = false)
      : pruned_(pruned), revisited_(revisited) {}

  std::string header() const;
  std::string row(const LevelStatistics& row) const;
  // What came after them, up to the last level.
  std::string row(const DepthFirstStatistics& rest, int last_level) const;

 private:
  bool pruned_;
  bool revisited_;
};

// What the whole search took: states and their rate, peak memory of a frontier, time by phase.
std::string search_summary(const RunStatistics& statistics);

// 1234567 as "1,234,567".
std::string grouped(const Count& value);

}  // namespace ktour
