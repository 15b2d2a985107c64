// What `ktour queens` found, as JSON: the format `ktour-queens`, version 1, described in
// docs/formats.md. Counts are decimal strings.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "queens_run.hpp"
#include "search_json.hpp"

namespace ktour {

struct QueensReport : SearchReport {
  QueensQuestion question;
  QueensResult result;
};

nlohmann::ordered_json to_json(const QueensReport& report);

}  // namespace ktour
