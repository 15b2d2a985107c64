// `ktour run`: the main job. The level table as the levels come, the count from the multiplicities
// and from the unfold, both checked against the pthread tree and the published value, all of it as
// JSON. Whatever ends the run, the complete levels are reported and written, marked as partial.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <new>
#include <optional>

#include "answers.hpp"
#include "arguments.hpp"
#include "console.hpp"
#include "level_table.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "run_report.hpp"
#include "verification.hpp"

namespace ktour {
namespace {

void search(RunReport& report) {
  const LevelTable table(!report.question.rules.none());
  say(table.header());
  LevelProgress progress(report.question.board.squares() - 1);
  report.options.on_level = [&](const LevelStatistics& row) {
    progress.barrier(row);
    say(table.row(row));
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
  Count partial_tours;
  for (const LevelStatistics& row : statistics.levels) partial_tours += row.paths;
  ShareProgress progress("pthread tree, partial tours", partial_tours);
  const ProgressLine line(report.question.rules.none(), [&] { return progress.text(); });
  TreeOptions options;
  options.threads = report.options.threads;
  options.stop = report.options.stop;
  options.nodes = &progress.done();
  compare_with_tree(report.question, statistics, options, verification);
}

void give_up_verification(RunReport& report, RunFailure failure) {
  report.verification.reset();
  report.why_not_verified = "the verification ended early: " + failure.message;
  report.result.failure = std::move(failure);
}

void print_answer(const RunReport& report) {
  const RunStatistics& statistics = report.result.statistics;
  say(fmt::format("\n{}{}\n", search_summary(statistics),
                  verified_count_text(report.question, statistics.tours,
                                      report.verification.value_or(Verification{}))));
  if (report.result.tours_unfolded)
    say(fmt::format("unfolded: {} explicit tours in {:.1f} ms\n", *report.result.tours_unfolded,
                    report.result.unfold_ms));
  if (report.verification)
    say(verification_text(*report.verification));
  else
    say(fmt::format("not verified ({})\n", report.why_not_verified.value_or("not asked for")));
}

int finish(const RunReport& report, OutputFile* json_file, const std::string& json_path) {
  if (json_file != nullptr) {
    // Words of the command line may be no UTF-8.
    using Json = nlohmann::ordered_json;
    json_file->write(to_json(report).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
    json_file->commit();
    note(fmt::format("JSON: {}\n", json_path));
  }
  if (report.result.failure) return report_failure(*report.result.failure);
  return !report.verification || report.verification->passed() ? kExitDone : kExitMismatch;
}

}  // namespace

int command_run(const RunArguments& arguments, const std::vector<std::string>& command_line) {
  RunReport report{command_line, read_question(arguments.question), {}, {}, {}, {}, {}};
  report.options = read_run_options(arguments.device);
  std::unique_ptr<OutputFile> json_file;
  if (!arguments.json_path.empty()) json_file = std::make_unique<OutputFile>(arguments.json_path);
  report.options.samples = arguments.samples;
  report.options.most_tours_to_unfold = arguments.most_tours_to_unfold;

  say(fmt::format("{}\n", question_text(report.question)));
  report.impossible = why_impossible(report.question.board, report.question.goal);
  if (report.impossible) {
    say(fmt::format("{}: {}\n", tour_count_text(report.question, 0), *report.impossible));
    report.why_not_verified = "there is no tour";
    return finish(report, json_file.get(), arguments.json_path);
  }

  search(report);
  if (!report.result.statistics.complete) {
    say(fmt::format("\n{}no count: the search stopped after {} of {} levels\n",
                    search_summary(report.result.statistics),
                    report.result.statistics.levels.size(), report.question.board.squares()));
    report.why_not_verified = "the search did not end";
    return finish(report, json_file.get(), arguments.json_path);
  }
  if (arguments.no_verify) {
    report.why_not_verified = "--no-verify";
  } else {
    try {
      verify(report);
    } catch (const Error& error) {
      give_up_verification(report, {error.exit_code(), error.what()});
    } catch (const std::bad_alloc&) {
      give_up_verification(report,
                           {kExitNoSpace, "the system refused memory for the pthread tree"});
    }
  }
  print_answer(report);
  return finish(report, json_file.get(), arguments.json_path);
}

}  // namespace ktour
