// What `ktour count` found, as JSON: the format `ktour-count`, version 1, described in
// docs/formats.md. Counts are decimal strings.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

#include "profile_run.hpp"
#include "question.hpp"

namespace ktour {

struct CountReport {
  std::vector<std::string> command_line;
  std::string board;  // as asked for
  Goal goal = Goal::kOpen;
  std::optional<Question> small;  // where the board has at most 64 squares
  ProfileQuestion question;
  RunOptions options;
  ProfileResult result;
  std::optional<std::string> verified_by;  // the published value's source
};

nlohmann::ordered_json to_json(const CountReport& report);

}  // namespace ktour
