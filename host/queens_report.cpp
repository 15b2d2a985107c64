#include "queens_report.hpp"

#include <nlohmann/json.hpp>

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
  return search_to_json(report, result,
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
}

}  // namespace ktour
