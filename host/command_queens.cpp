// `ktour queens`: the level table of the queens model as the levels come, what was searched depth first
// below them, and the numbers of solutions, checked by backtracking and against the published values.
#include <fmt/core.h>

#include <mutex>
#include <optional>

#include "arguments.hpp"
#include "command_queens_list.hpp"
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

// Of the levels, and then of the states whose descendants are gone through.
class QueensProgress {
 public:
  explicit QueensProgress(int queens) : levels_(queens) {}

  std::atomic<std::uint64_t>& expanded() { return expanded_; }

  void barrier(const LevelStatistics& row) { levels_.barrier(row); }
  void begin_depth_first(int level, std::uint64_t states) {
    const std::lock_guard lock(mutex_);
    expanded_before_ = expanded_;
    rest_.emplace(fmt::format("depth first from level {}, states done", level), Count(states));
  }

  std::string text() {
    const std::lock_guard lock(mutex_);
    if (!rest_) return levels_.text();
    rest_->done() = expanded_ - expanded_before_;
    return rest_->text();
  }

 private:
  LevelProgress levels_;
  std::atomic<std::uint64_t> expanded_{0};
  std::mutex mutex_;
  std::uint64_t expanded_before_ = 0;
  std::optional<ShareProgress> rest_;
};

void search(QueensReport& report, int depth_first_level) {
  const LevelTable table(false);
  QueensProgress progress(report.question.queens);
  const auto on_begin = [&](int level, std::uint64_t states, const std::string& reason) {
    progress.begin_depth_first(level, states);
    if (!reason.empty()) note(fmt::format("{}; what is left is searched depth first\n", reason));
  };
  report.result = show_levels(table, progress, report.options, [&] {
    return run_queens_model(report.question, report.options,
                            {depth_first_level, on_begin, &progress.expanded()});
  });
  if (const auto& rest = report.result.statistics.depth_first)
    say(table.row(*rest, report.question.queens));
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
  if (arguments.list) return command_queens_list(arguments);
  if (arguments.depth_first_level >= arguments.queens)
    throw UsageError(
        fmt::format("--depth-first-from takes a level before the last one, from 0 to {}",
                    arguments.queens - 1));
  QueensReport report;
  report.command_line = command_line;
  report.question = {arguments.queens, read_rules(arguments.reductions)};
  DeviceArguments device = arguments.device;
  if (device.device == "auto") device.device = "cpu";  // until times on a GPU are known
  report.options = read_run_options(device);
  std::optional<OutputFile> json_file;
  if (!arguments.json_path.empty()) json_file.emplace(arguments.json_path);

  search(report, arguments.depth_first_level);
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
