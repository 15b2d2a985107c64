#include "run_report.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "level_json.hpp"
#include "origin_json.hpp"
#include "squares_json.hpp"

namespace ktour {
namespace {

using Json = nlohmann::ordered_json;

Json describe_verification(const RunReport& report) {
  if (!report.verification)
    return {{"passed", Json()}, {"why_not", report.why_not_verified.value_or("not asked for")}};
  Json tree;
  if (report.verification->tree)
    tree = {{"threads_created", report.verification->tree->threads_created},
            {"partial_tours", to_decimal(report.verification->tree->nodes)},
            {"ms", report.verification->tree_ms}};
  return {{"passed", report.verification->passed()},
          {"comparisons", comparisons_to_json(*report.verification)},
          {"thread_tree", std::move(tree)}};
}

std::string status_of(const RunReport& report) {
  if (!report.result.failure) return "complete";
  switch (report.result.failure->exit_code) {
    case kExitInterrupted:
      return "interrupted";
    case kExitNoSpace:
      return "out of memory";
    default:
      return "failed";
  }
}

}  // namespace

Json question_to_json(const Question& question) {
  const Board& board = question.board;
  return {{"board",
           {{"rows", board.rows()},
            {"columns", board.columns()},
            {"missing", squares_to_json(board.missing())},
            {"squares", board.squares()}}},
          {"tours", name_of(question.goal)},
          {"starts", squares_to_json(question.starts)},
          {"ends", squares_to_json(question.ends & board.present())},
          {"prune", question.rules.names()},
          {"model", "path"}};
}

Json samples_to_json(std::span<const SampleState> samples) {
  Json states = Json::array();
  for (const SampleState& sample : samples)
    states.push_back({{"visited", fmt::format("{:#x}", sample.visited)},
                      {"endpoint", sample.endpoint},
                      {"multiplicity", to_decimal(sample.multiplicity)},
                      {"path", sample.path}});
  return states;
}

Json level_to_json(const LevelStatistics& row, std::span<const SampleState> samples) {
  Json level = level_to_json(row);
  level["samples"] = samples_to_json(samples);
  return level;
}

Json tours_to_json(const RunReport& report) {
  if (report.impossible) return {{"directed", "0"}, {"undirected", "0"}, {"by_end", Json::array()}};
  const Question& question = report.question;
  const RunStatistics& statistics = report.result.statistics;
  if (!statistics.complete) return Json();
  Json by_end = Json::array();
  for (const Count& tours : statistics.tours_by_inbox) by_end.push_back(to_decimal(tours));
  return {{"directed", to_decimal(statistics.tours)},
          {"undirected", question.all_tours()
                             ? Json(to_decimal(undirected(statistics.tours, question.board)))
                             : Json()},
          {"by_end", std::move(by_end)}};
}

Json comparisons_to_json(const Verification& verification) {
  Json comparisons = Json::array();
  for (const Comparison& comparison : verification.comparisons)
    comparisons.push_back({{"what", comparison.what},
                           {"counted", comparison.counted},
                           {"expected", comparison.expected},
                           {"equal", comparison.equal()}});
  return comparisons;
}

Json to_json(const RunReport& report) {
  Json levels = Json::array();
  const RunStatistics& statistics = report.result.statistics;
  for (std::size_t level = 0; level < statistics.levels.size(); ++level)
    levels.push_back(level_to_json(statistics.levels[level], level < report.result.samples.size()
                                                                 ? report.result.samples[level]
                                                                 : std::vector<SampleState>{}));
  Json unfold;
  if (report.result.tours_unfolded)
    unfold = {{"tours", to_decimal(*report.result.tours_unfolded)},
              {"ms", report.result.unfold_ms}};
  return {{"format", "ktour-run"},
          {"version", 1},
          {"status", status_of(report)},
          {"failure", report.result.failure ? Json(report.result.failure->message) : Json()},
          {"impossible", report.impossible ? Json(*report.impossible) : Json()},
          {"program", describe_program()},
          {"command_line", report.command_line},
          {"host", describe_host()},
          {"device", describe_device(report.options)},
          {"question", question_to_json(report.question)},
          {"state_bits", report.result.state_bits},
          {"word_bits", report.result.word_bits},
          {"levels", std::move(levels)},
          {"wall_ms", statistics.wall_ms},
          {"tours", tours_to_json(report)},
          {"unfold", std::move(unfold)},
          {"verification", describe_verification(report)}};
}

}  // namespace ktour
