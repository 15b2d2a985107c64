// `ktour queens`: the level table of the queens model as the levels come, and the numbers of
// solutions, checked by backtracking and against the published values.
#include <fmt/core.h>

#include <optional>

#include "arguments.hpp"
#include "queens_check.hpp"
#include "queens_report.hpp"
#include "search_command.hpp"

namespace ktour {
namespace {

QueensRules read_rules(const std::vector<std::string>& names) {
  QueensRules rules = QueensRules::none();
  for (const std::string& name : names) {
    if (name == "all")
      rules = {};
    else if (name == "close")
      rules.close = true;
    else if (name == "lookahead")
      rules.lookahead = true;
    else if (name == "half")
      rules.half = true;
    else if (name != "none")
      throw UsageError(fmt::format(
          "'{}' is no reduction of queens; there are close, lookahead, half, all and none", name));
  }
  return rules;
}

void print_answer(const QueensReport& report) {
  const int queens = report.question.queens;
  const RunStatistics& statistics = report.result.statistics;
  say("\n" + search_summary(statistics));
  if (!statistics.complete) {
    say(fmt::format("no count: the search stopped after {} of {} levels\n",
                    statistics.levels.size(), queens + 1));
    return;
  }
  if (report.verification && !report.verification->passed())
    say(fmt::format("queens on {0}x{0}: no count, because the comparisons below do not agree\n",
                    queens));
  else
    say(fmt::format("queens on {0}x{0}: {1} in all, {2} fundamental\n", queens,
                    to_decimal(report.result.answer->all),
                    to_decimal(report.result.answer->fundamental)));
  say(report.verification ? verification_text(*report.verification) : "not verified\n");
}

}  // namespace

int command_queens(const QueensArguments& arguments, const std::vector<std::string>& command_line) {
  QueensReport report;
  report.command_line = command_line;
  report.question = {arguments.queens, read_rules(arguments.reductions)};
  DeviceArguments device = arguments.device;
  if (device.device == "auto") device.device = "cpu";
  report.options = read_run_options(device);
  std::optional<OutputFile> json_file;
  if (!arguments.json_path.empty()) json_file.emplace(arguments.json_path);

  report.result = show_levels(LevelTable(false), arguments.queens, report.options,
                              [&] { return run_queens_model(report.question, report.options); });
  if (report.result.statistics.complete && !arguments.no_verify)
    verify_search(report, report.result, [&] {
      return verify_queens(arguments.queens, *report.result.answer,
                           arguments.queens <= kMostQueensBacktracked, report.options.stop);
    });
  print_answer(report);
  if (json_file) write_report(*json_file, to_json(report));
  return exit_code_of(report, report.result);
}

}  // namespace ktour
