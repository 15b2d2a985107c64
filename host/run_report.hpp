// A run as JSON: the format `ktour-run`, version 1, described in docs/formats.md and, for machines,
// in docs/ktour-run.schema.json. Counts are decimal strings.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

#include "path_run.hpp"
#include "question.hpp"
#include "verification.hpp"

namespace ktour {

struct RunReport {
  std::vector<std::string> command_line;
  Question question;
  RunOptions options;
  RunResult result;
  std::optional<std::string> impossible;  // why there is no tour: then nothing was searched
  std::optional<Verification> verification;
  std::optional<std::string> why_not_verified;
};

// An entry for each: what, counted, expected, equal.
nlohmann::ordered_json comparisons_to_json(const Verification& verification);

nlohmann::ordered_json to_json(const RunReport& report);

}  // namespace ktour
