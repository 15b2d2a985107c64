#include "queens_report.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

#include "level_json.hpp"
#include "origin_json.hpp"
#include "run_report.hpp"

namespace ktour {

using Json = nlohmann::ordered_json;

Json to_json(const QueensReport& report) {
  const QueensResult& result = report.result;
  Json levels = Json::array();
  std::uint64_t peak = 0;
  std::uint64_t generated = 0;
  for (const LevelStatistics& row : result.statistics.levels) {
    levels.push_back(level_to_json(row));
    peak = std::max(peak, row.frontier);
    generated += row.generated;
  }
  Json depth_first;
  if (const auto& rest = result.statistics.depth_first) {
    depth_first = {{"level", rest->level},
                   {"states", rest->states},
                   {"visited", rest->visited},
                   {"ms", rest->wall_ms}};
    peak = std::max(peak, rest->states);
  }
  Json solutions;
  if (result.answer)
    solutions = {{"all", to_decimal(result.answer->all)},
                 {"fundamental", to_decimal(result.answer->fundamental)}};
  Json verification;
  if (report.verification)
    verification = {{"passed", report.verification->passed()},
                    {"comparisons", comparisons_to_json(*report.verification)}};
  return {{"format", "ktour-queens"},
          {"version", 1},
          {"status", result.statistics.complete ? "complete" : "stopped"},
          {"failure", result.failure ? Json(result.failure->message) : Json()},
          {"program", describe_program()},
          {"command_line", report.command_line},
          {"host", describe_host()},
          {"device", describe_device(report.options)},
          {"question",
           {{"queens", report.question.queens},
            {"model", "queens"},
            {"reductions",
             {{"close", report.question.rules.close},
              {"lookahead", report.question.rules.lookahead},
              {"half", report.question.rules.half}}}}},
          {"state_bits", result.state_bits},
          {"word_bits", result.word_bits},
          {"multiplicity_bits", 64 * result.limbs},
          {"peak_states", peak},
          {"generated", generated},
          {"wall_ms", result.statistics.wall_ms},
          {"solutions", std::move(solutions)},
          {"verification", std::move(verification)},
          {"levels", std::move(levels)},
          {"finished_depth_first", std::move(depth_first)}};
}

}  // namespace ktour
