// What a run reports, level by level. The numbers of states and messages are the same for every
// device, thread count and batch; only bytes and times differ.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "count.hpp"

namespace ktour {

enum class Phase { kExpand, kRoute, kMerge };

struct LevelStatistics {
  int depth = 0;                     // moves made
  std::uint64_t frontier = 0;        // distinct states of this level
  std::uint64_t expanded = 0;        // of these, the ones with a child: frontier - dead_ends
  std::uint64_t generated = 0;       // children before pruning and merging
  std::uint64_t pruned = 0;          // of these, dropped by a pruning rule
  std::uint64_t dead_ends = 0;       // states without a child; at the last level, not complete
  std::uint64_t revisited = 0;       // distinct children that a level before holds, dropped
  std::uint64_t duplicates = 0;      // generated - pruned - revisited - the next level's frontier
  std::uint64_t explored = 0;        // frontiers up to and including this level
  Count paths;                       // sum of the multiplicities of this level's states
  std::uint64_t bytes = 0;           // what the frontier takes in the device's memory
  std::array<double, 3> phase_ms{};  // by Phase; work time divided by the number of workers
  double wall_ms = 0;                // from barrier to barrier
  std::vector<std::uint64_t> inbox_states;  // frontier by inbox
  std::vector<std::uint64_t> messages;      // children sent, [source * inboxes + target]

  double& ms(Phase phase) { return phase_ms[static_cast<std::size_t>(phase)]; }
  double ms(Phase phase) const { return phase_ms[static_cast<std::size_t>(phase)]; }
};

// The rest of a search that was finished without merging: every state of a level's frontier with all
// its descendants, one by one. That level has no LevelStatistics, and those after it have none.
struct DepthFirstStatistics {
  int level = 0;              // of the frontier
  std::uint64_t states = 0;   // in the frontier
  std::uint64_t bytes = 0;    // what it takes
  std::uint64_t visited = 0;  // states below it, by every way to them; not multiplied
  double wall_ms = 0;
};

// A whole run. `complete` is false where it was interrupted: then `levels` holds the finished ones
// and the tours are not counted. Nor are they where the end is an empty level.
struct RunStatistics {
  std::vector<LevelStatistics> levels;
  std::optional<DepthFirstStatistics> depth_first;  // what came after them
  bool complete = false;
  std::vector<Count> tours_by_inbox;  // complete states' multiplicities: tours by end square
  Count tours;                        // their sum: directed tours
  double wall_ms = 0;
};

}  // namespace ktour
