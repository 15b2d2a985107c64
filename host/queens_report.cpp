#include "queens_report.hpp"

#include <algorithm>
#include <utility>

#include "level_json.hpp"

namespace ktour {

using Json = nlohmann::ordered_json;

Json to_json(const QueensReport& report) {
  const QueensResult& result = report.result;
  Json levels = Json::array();
  for (const LevelStatistics& row : result.statistics.levels) levels.push_back(level_to_json(row));
  Json solutions;
  if (result.answer)
    solutions = {{"all", to_decimal(result.answer->all)},
                 {"fundamental", to_decimal(result.answer->fundamental)}};
  Json json = search_to_json(report, result,
                             {"ktour-queens",
                              {{"queens", report.question.queens},
                               {"model", "queens"},
                               {"reductions",
                                {{"close", report.question.rules.close},
                                 {"lookahead", report.question.rules.lookahead},
                                 {"half", report.question.rules.half}}}},
                              "solutions",
                              std::move(solutions),
                              std::move(levels)});
  json["finished_depth_first"] = nullptr;
  if (const auto& rest = result.statistics.depth_first) {
    json["finished_depth_first"] = {{"level", rest->level},
                                    {"states", rest->states},
                                    {"visited", rest->visited},
                                    {"ms", rest->wall_ms}};
    json["peak_states"] = std::max(json["peak_states"].get<std::uint64_t>(), rest->states);
  }
  return json;
}

}  // namespace ktour
