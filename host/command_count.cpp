// `ktour count`: the number, as fast as the engine gets it.
#include <fmt/core.h>

#include <cstdio>

#include "answers.hpp"
#include "arguments.hpp"
#include "console.hpp"
#include "progress.hpp"
#include "verification.hpp"

namespace ktour {

int command_count(const CountArguments& arguments) {
  const Question question = read_question(arguments.question);
  RunOptions options = read_run_options(arguments.device);
  if (const auto reason = why_impossible(question.board, question.goal)) {
    say(fmt::format("{}\n", tour_count_text(question, 0)));
    note(fmt::format("{}\n", *reason));
    return kExitDone;
  }
  LevelProgress progress(question.board.squares() - 1);
  options.on_level = [&](const LevelStatistics& row) { progress.barrier(row); };
  RunResult result;
  {
    const ProgressLine line(true, [&] { return progress.text(); });
    result = run_path_model(question, options);
  }
  if (result.failure) return report_failure(*result.failure);

  Verification verification;
  compare_with_known(question, result.statistics, verification);
  if (!verification.passed()) {
    note(verification_text(verification));
    return kExitMismatch;
  }
  say(fmt::format("{}\n", tour_count_text(question, result.statistics.tours)));
  if (verification.comparisons.empty())
    note(fmt::format("not verified: no published value is known here; see `ktour verify`\n"));
  else
    note(verification_text(verification));
  return kExitDone;
}

}  // namespace ktour
