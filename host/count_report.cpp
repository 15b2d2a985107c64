#include "count_report.hpp"

#include <nlohmann/json.hpp>

#include "level_json.hpp"
#include "origin_json.hpp"
#include "squares_json.hpp"

namespace ktour {
namespace {

using Json = nlohmann::ordered_json;

Json describe_rules(const ProfileRules& rules) {
  return {{"degree", rules.degree},
          {"forced", rules.forced},
          {"keep", rules.keep},
          {"colour", rules.colour},
          {"mirror", rules.mirror}};
}

// Squares that were named; null for "any". Larger boards take none.
Json describe_question(const CountReport& report) {
  const auto& small = report.small;
  const bool open = report.goal == Goal::kOpen;
  return {
      {"board", report.board},
      {"missing", squares_to_json(small ? small->board.missing() : 0)},
      {"tours", name_of(report.goal)},
      {"starts", small && open && !small->any_start() ? squares_to_json(small->starts) : Json()},
      {"ends", small && open && !small->any_end() ? squares_to_json(small->ends) : Json()},
      {"model", "profile"},
      {"reductions", describe_rules(report.question.rules)}};
}

// Null where the run did not get to its end: a partial count is no count.
Json describe_tours(const CountReport& report) {
  if (!report.result.statistics.complete) return Json();
  const Count directed = directed_tours(report.question, report.result);
  const bool all = report.question.count != ProfileCount::kOpenFromStarts;
  return {{"directed", to_decimal(directed)},
          {"undirected", all ? Json(to_decimal(directed.half())) : Json()}};
}

}  // namespace

Json to_json(const CountReport& report) {
  Json levels = Json::array();
  std::uint64_t peak = 0;
  std::uint64_t generated = 0;
  for (const LevelStatistics& row : report.result.statistics.levels) {
    levels.push_back(level_to_json(row));
    peak = std::max(peak, row.frontier);
    generated += row.generated;
  }
  const ProfileResult& result = report.result;
  return {{"format", "ktour-count"},
          {"version", 1},
          {"status", result.statistics.complete ? "complete" : "stopped"},
          {"failure", result.failure ? Json(result.failure->message) : Json()},
          {"program", describe_program()},
          {"command_line", report.command_line},
          {"host", describe_host()},
          {"device", describe_device(report.options)},
          {"question", describe_question(report)},
          {"state_bits", result.state_bits},
          {"word_bits", result.word_bits},
          {"multiplicity_bits", 64 * result.limbs},
          {"peak_states", peak},
          {"generated", generated},
          {"wall_ms", result.statistics.wall_ms},
          {"tours", describe_tours(report)},
          {"verified_by", report.verified_by ? Json(*report.verified_by) : Json()},
          {"levels", std::move(levels)}};
}

}  // namespace ktour
