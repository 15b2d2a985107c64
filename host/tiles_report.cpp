#include "tiles_report.hpp"

#include <nlohmann/json.hpp>

#include <utility>

#include "level_json.hpp"

namespace ktour {

using Json = nlohmann::ordered_json;

Json to_json(const TilesReport& report) {
  const TilesResult& result = report.result;
  Json levels = Json::array();
  for (const LevelStatistics& row : result.statistics.levels) {
    levels.push_back(level_to_json(row));
    levels.back()["revisited"] = row.revisited;
  }
  Json boards;
  if (result.answer)
    boards = {{"states", to_decimal(result.answer->states)},
              {"depth", result.answer->depth},
              {"farthest", to_decimal(result.answer->farthest)}};
  return search_to_json(
      report, result,
      {"ktour-tiles",
       {{"rows", report.question.rows}, {"columns", report.question.columns}, {"model", "tiles"}},
       "boards",
       std::move(boards),
       std::move(levels)});
}

}  // namespace ktour
