// What `ktour tiles` found, as JSON: the format `ktour-tiles`, version 1, described in
// docs/formats.md. Counts are decimal strings.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "search_json.hpp"
#include "tiles_run.hpp"

namespace ktour {

struct TilesReport : SearchReport {
  TilesQuestion question;
  TilesResult result;
};

nlohmann::ordered_json to_json(const TilesReport& report);

}  // namespace ktour
