// `ktour run`: the main job. The level table as the levels come, the count from the multiplicities
// and from the unfold, both checked against the pthread tree and the published value, all of it as
// JSON. Whatever ends the run, the complete levels are reported and written, marked as partial.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <optional>

#include "answers.hpp"
#include "arguments.hpp"
#include "level_table.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "run_report.hpp"
#include "verification.hpp"

namespace ktour {
namespace {

void search(RunReport& report) {
  const LevelTable table(!report.question.rules.none());
  fmt::print("{}", table.header());
  LevelProgress progress(report.question.board.squares() - 1);
  report.options.on_level = [&](const LevelStatistics& row) {
    progress.barrier(row);
    fmt::print("{}", table.row(row));
    std::fflush(stdout);
  };
  const ProgressLine line(true, [&] { return progress.text(); });
  report.result = run_path_model(report.question, report.options);
}

// The unfold, then the tree, whose work is known: as many partial tours as all levels have paths.
void verify(RunReport& report) {
  const RunStatistics& statistics = report.result.statistics;
  Verification& verification = report.verification.emplace();
  if (report.result.tours_unfolded)
    verification.compare("unfold", statistics.tours, *report.result.tours_unfolded);
  compare_with_known(report.question, statistics, verification);
  Uint128 partial_tours = 0;
  for (const LevelStatistics& row : statistics.levels) partial_tours += row.paths;
  ShareProgress progress("pthread tree, partial tours", partial_tours);
  const ProgressLine line(report.question.rules.none(), [&] { return progress.text(); });
  TreeOptions options;
  options.threads = report.options.threads;
  options.stop = report.options.stop;
  options.nodes = &progress.done();
  compare_with_tree(report.question, statistics, options, verification);
}

void print_answer(const RunReport& report) {
  const RunStatistics& statistics = report.result.statistics;
  fmt::print("\n{}{}\n", search_summary(statistics),
             tour_count_text(report.question, statistics.tours));
  if (report.result.tours_unfolded)
    fmt::print("unfolded: {} explicit tours in {:.1f} ms\n", *report.result.tours_unfolded,
               report.result.unfold_ms);
  if (report.verification)
    fmt::print("{}", verification_text(*report.verification));
  else
    fmt::print("not verified ({})\n", report.why_not_verified.value_or("not asked for"));
}

int finish(const RunReport& report, OutputFile* json_file, const std::string& json_path) {
  if (json_file != nullptr) {
    json_file->write(to_json(report).dump() + "\n");
    json_file->commit();
    fmt::print(stderr, "JSON: {}\n", json_path);
  }
  if (report.result.failure) return report_failure(*report.result.failure);
  return !report.verification || report.verification->passed() ? kExitDone : kExitMismatch;
}

}  // namespace

int command_run(const RunArguments& arguments, const std::vector<std::string>& command_line) {
  RunReport report{command_line, read_question(arguments.question), {}, {}, {}, {}, {}};
  if (arguments.samples < 0) throw UsageError("--samples must not be negative");
  std::unique_ptr<OutputFile> json_file;
  if (!arguments.json_path.empty()) json_file = std::make_unique<OutputFile>(arguments.json_path);
  report.options = read_run_options(arguments.device);
  report.options.samples = arguments.samples;
  report.options.most_tours_to_unfold = arguments.most_tours_to_unfold;

  fmt::print("{}\n", question_text(report.question));
  report.impossible = why_impossible(report.question.board, report.question.goal);
  if (report.impossible) {
    fmt::print("{}: {}\n", tour_count_text(report.question, 0), *report.impossible);
    report.why_not_verified = "there is no tour";
    return finish(report, json_file.get(), arguments.json_path);
  }

  search(report);
  if (!report.result.statistics.complete) {
    fmt::print("\n{}no count: the search stopped after {} of {} levels\n",
               search_summary(report.result.statistics), report.result.statistics.levels.size(),
               report.question.board.squares());
    report.why_not_verified = "the search did not end";
    return finish(report, json_file.get(), arguments.json_path);
  }
  if (arguments.no_verify) {
    report.why_not_verified = "--no-verify";
  } else {
    try {
      verify(report);
    } catch (const Interrupted& interruption) {
      report.verification.reset();
      report.why_not_verified = "the verification was interrupted";
      report.result.failure = {interruption.exit_code(), interruption.what()};
    }
  }
  print_answer(report);
  return finish(report, json_file.get(), arguments.json_path);
}

}  // namespace ktour
