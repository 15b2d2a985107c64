#include "level_table.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "machine.hpp"
#include "wide.hpp"

namespace ktour {
namespace {

constexpr const char* kColumns =
    "{:>5} {:>12} {:>12} {:>12} {}{:>11} {}{:>12} {:>13} {:>15} {:>9}\n";

std::string optional_column(bool shown, const std::string& text) {
  return shown ? fmt::format("{:>12} ", text) : "";
}

}  // namespace

std::string grouped(const Count& value) {
  std::string text = to_decimal(value);
  for (auto position = static_cast<std::ptrdiff_t>(text.size()) - 3; position > 0; position -= 3)
    text.insert(static_cast<std::size_t>(position), ",");
  return text;
}

std::string LevelTable::header() const {
  return fmt::format(kColumns, "depth", "frontier", "expanded", "generated",
                     optional_column(pruned_, "pruned"), "dead ends",
                     optional_column(revisited_, "revisited"), "duplicates", "explored", "paths",
                     "ms");
}

std::string LevelTable::row(const LevelStatistics& row) const {
  return fmt::format(kColumns, row.depth, grouped(row.frontier), grouped(row.expanded),
                     grouped(row.generated), optional_column(pruned_, grouped(row.pruned)),
                     grouped(row.dead_ends), optional_column(revisited_, grouped(row.revisited)),
                     grouped(row.duplicates), grouped(row.explored), grouped(row.paths),
                     fmt::format("{:.2f}", row.wall_ms));
}

std::string LevelTable::row(const DepthFirstStatistics& rest, int last_level) const {
  const std::string levels = rest.level + 1 == last_level
                                 ? fmt::format("level {}", last_level)
                                 : fmt::format("levels {} to {}", rest.level + 1, last_level);
  return fmt::format("{}: depth first from the {} states of level {}, {} visited in {:.2f} s\n",
                     levels, grouped(rest.states), rest.level, grouped(rest.visited),
                     rest.wall_ms / 1e3);
}

std::string search_summary(const RunStatistics& statistics) {
  std::array<double, 3> phase_ms{};
  std::uint64_t peak_bytes = 0;
  for (const LevelStatistics& row : statistics.levels) {
    peak_bytes = std::max(peak_bytes, row.bytes);
    for (std::size_t phase = 0; phase < phase_ms.size(); ++phase)
      phase_ms[phase] += row.phase_ms[phase];
  }
  std::uint64_t explored = statistics.levels.empty() ? 0 : statistics.levels.back().explored;
  if (const auto& rest = statistics.depth_first) {
    explored += rest->states + rest->visited;
    peak_bytes = std::max(peak_bytes, rest->bytes);
  }
  const double rate =
      statistics.wall_ms > 0 ? static_cast<double>(explored) / statistics.wall_ms / 1e3 : 0;
  return fmt::format(
      "{} states in {:.1f} ms ({:.1f} million states/s; expand {:.1f}, route {:.1f}, merge {:.1f} "
      "ms), largest frontier {}\n",
      grouped(explored), statistics.wall_ms, rate, phase_ms[0], phase_ms[1], phase_ms[2],
      human_bytes(peak_bytes));
}

}  // namespace ktour
