// A run as JSON: the format `ktour-run`, version 1, described in docs/formats.md and, for machines,
// in docs/ktour-run.schema.json. Counts are decimal strings.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <span>
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

// The parts of a report: the question, a level with its samples, the answer (null where the search did
// not get to its end: a partial count is no count).
nlohmann::ordered_json question_to_json(const Question& question);
nlohmann::ordered_json samples_to_json(std::span<const SampleState> samples);
nlohmann::ordered_json level_to_json(const LevelStatistics& row,
                                     std::span<const SampleState> samples);
nlohmann::ordered_json tours_to_json(const RunReport& report);

// An entry for each: what, counted, expected, equal.
nlohmann::ordered_json comparisons_to_json(const Verification& verification);

nlohmann::ordered_json to_json(const RunReport& report);

}  // namespace ktour
