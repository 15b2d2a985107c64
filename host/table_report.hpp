// What `ktour table` found, as JSON: the format `ktour-table`, version 1, described in
// docs/formats.md. Counts are decimal strings.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

#include "count_table.hpp"
#include "path_run.hpp"

namespace ktour {

struct TableReport {
  std::vector<std::string> command_line;
  CountTable table;
  RunOptions options;
  std::optional<double> limit_seconds;  // of one board
  bool interrupted = false;
};

nlohmann::ordered_json to_json(const TableReport& report);

}  // namespace ktour
