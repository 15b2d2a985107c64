// What `ktour queens` found, as JSON: the format `ktour-queens`, version 1, described in
// docs/formats.md. Counts are decimal strings.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

#include "queens_run.hpp"
#include "verification.hpp"

namespace ktour {

struct QueensReport {
  std::vector<std::string> command_line;
  QueensQuestion question;
  RunOptions options;
  QueensResult result;
  std::optional<Verification> verification;  // where the run is complete and was checked
};

nlohmann::ordered_json to_json(const QueensReport& report);

}  // namespace ktour
