// What the reports of the puzzles' searches have in common, as JSON: see docs/formats.md. Counts
// are decimal strings.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

#include "search_result.hpp"
#include "verification.hpp"

namespace ktour {

// What a command asked for and what came of it.
struct SearchReport {
  std::vector<std::string> command_line;
  RunOptions options;
  std::optional<Verification> verification;  // where the run is complete and was checked
};

// The puzzle's own parts of its report. `levels` shows each level.
struct PuzzleJson {
  const char* format;
  nlohmann::ordered_json question;
  const char* answer_name;
  nlohmann::ordered_json answer;  // null where the run is not complete
  nlohmann::ordered_json levels;
};

nlohmann::ordered_json search_to_json(const SearchReport& report, const SearchResult& result,
                                      PuzzleJson puzzle);

}  // namespace ktour
