#include "slide/prepared_patterns.hpp"

#include <fmt/core.h>

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "console.hpp"
#include "errors.hpp"
#include "machine.hpp"
#include "slide/pattern_cache.hpp"

namespace ktour {
namespace {

// What is built in less time than a file takes is not kept.
constexpr std::uint64_t kFewestPlacementsKept = 1'000'000;

void build(PatternHeuristic& patterns, const std::atomic<bool>* stop, PrepareProgress& progress) {
  ThreadTeam team(usable_cores(), stop);
  progress.all = patterns.placements();
  patterns.build(team, progress.done);
}

void read_or_build(PatternHeuristic& patterns, const std::atomic<bool>* stop,
                   PrepareProgress& progress, bool quiet) {
  const auto directory = cache_directory();
  if (!directory || patterns.placements() < kFewestPlacementsKept)
    return build(patterns, stop, progress);
  const auto file = *directory / fmt::format("patterns-{}", patterns.shape().text());
  const CacheState state = read_patterns(file, patterns);
  if (state == CacheState::kRead) return;
  if (state == CacheState::kDamaged && !quiet)
    note(fmt::format(
        "'{}' is damaged or of another version; the pattern databases are built again\n",
        one_line(file.string())));
  build(patterns, stop, progress);
  try {
    write_patterns(file, patterns);
  } catch (const SpaceError& error) {
    if (!quiet)
      note(fmt::format("the pattern databases are built each time: {}\n", one_line(error.what())));
  }
}

// Whoever comes while another thread prepares waits, and still looks at its own flag.
class PreparedPatterns {
 public:
  const PatternHeuristic* of(TileShape shape, const std::atomic<bool>* stop,
                             PrepareProgress* progress, bool quiet) {
    using namespace std::chrono_literals;
    std::unique_lock lock(mutex_, std::defer_lock);
    for (;; std::this_thread::sleep_for(1ms)) {
      if (stop != nullptr && *stop) return nullptr;
      if (lock.try_lock()) break;
    }
    auto& prepared = prepared_[{shape.rows, shape.columns}];
    if (prepared) return prepared.get();
    auto patterns = std::make_unique<PatternHeuristic>(shape, tile_partition(shape));
    PrepareProgress unseen;
    try {
      read_or_build(*patterns, stop, progress == nullptr ? unseen : *progress, quiet);
    } catch (const Interrupted&) {
      return nullptr;
    }
    prepared = std::move(patterns);
    return prepared.get();
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<int, int>, std::unique_ptr<const PatternHeuristic>> prepared_;
};

}  // namespace

const PatternHeuristic* prepared_patterns(TileShape shape, const std::atomic<bool>* stop,
                                          PrepareProgress* progress, bool quiet) {
  static PreparedPatterns patterns;
  return patterns.of(shape, stop, progress, quiet);
}

}  // namespace ktour
