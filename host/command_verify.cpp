// `ktour verify`: one board against the pthread tree (total, by square, and the set of tours), or
// every published count in reach.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "answers.hpp"
#include "arguments.hpp"
#include "console.hpp"
#include "engine.hpp"
#include "known_counts.hpp"
#include "progress.hpp"
#include "verification.hpp"

namespace ktour {
namespace {

constexpr std::uint64_t kMostToursToCompare = 1'000'000;

int verify_board(const VerifyArguments& arguments) {
  const Question question = read_question(arguments.question);
  RunOptions options = read_run_options(arguments.device);
  std::vector<Tour> tours;
  options.most_tours_to_unfold = kMostToursToCompare;
  options.on_tour = [&](std::span<const std::uint8_t> from_the_end) {
    tours.emplace_back(from_the_end.rbegin(), from_the_end.rend());
    return true;
  };
  LevelProgress levels(question.board.squares() - 1);
  options.on_level = [&](const LevelStatistics& row) { levels.barrier(row); };
  RunResult result;
  {
    const ProgressLine line(true, [&] { return levels.text(); });
    result = run_path_model(question, options);
  }
  if (result.failure) return report_failure(*result.failure);

  Verification verification;
  compare_with_known(question, result.statistics, verification);
  Count partial_tours;
  for (const LevelStatistics& row : result.statistics.levels) partial_tours += row.paths;
  // With pruning, paths were dropped that the tree walks: its work is not known then.
  ShareProgress progress("pthread tree, partial tours",
                         question.rules.none() ? partial_tours : Count());
  TreeOptions tree;
  tree.threads = options.threads;
  tree.stop = options.stop;
  tree.nodes = &progress.done();
  {
    const ProgressLine line(true, [&] { return progress.text(); });
    compare_with_tree(question, result.statistics, tree, verification);
    if (result.tours_unfolded) {
      verification.compare("unfold", result.statistics.tours, *result.tours_unfolded);
      tree.nodes = nullptr;
      compare_tour_sets(question, std::move(tours), tree, kMostToursToCompare, verification);
    }
  }
  if (const auto reason = why_impossible(question.board, question.goal)) {
    note(*reason + "\n");
    verification.compare("no tour, by colours", result.statistics.tours, 0);
  }
  say(fmt::format("{}\n{}", verified_count_text(question, result.statistics.tours, verification),
                  verification_text(verification)));
  if (!result.tours_unfolded)
    say(result.levels_kept
            ? fmt::format("the set of tours was not compared: there are more than {}\n",
                          kMostToursToCompare)
            : "the set of tours was not compared: memory was too short to keep the levels\n");
  return verification.passed() ? kExitDone : kExitMismatch;
}

int verify_all(const VerifyArguments& arguments) {
  DeviceArguments device = arguments.device;
  if (device.device == "auto") device.device = "cpu";  // as `ktour count` does
  const RunOptions options = read_run_options(device);
  const PruneRules rules = PruneRules::parse("all");
  const auto start = std::chrono::steady_clock::now();
  std::size_t checked = 0;
  std::size_t wrong = 0;
  for (const KnownCount& known : known_counts()) {
    if (!known.states || *known.states > arguments.most_states) continue;
    CountTask task = known.task;
    if (task.small) task.small->rules = rules;
    const bool by_paths = auto_takes_path_model(task, false);
    const CountResult result = run_count_task(task, options, by_paths);
    if (result.failure) return report_failure(*result.failure);
    const std::string counted = to_decimal(as_counted(known, result.directed));
    const bool equal = counted == known.value;
    say(fmt::format("{:<8} {:<38} {:>31}  {:<13} {:>9} states {:>7.0f} ms\n",
                    equal ? "ok" : "MISMATCH", known.what, counted, known.source, result.states,
                    result.wall_ms));
    if (!equal) say(fmt::format("         {} says {}\n", known.source, known.value));
    ++checked;
    wrong += equal ? 0U : 1U;
  }
  say(fmt::format("{} of {} published counts agree ({:.1f} s)\n", checked - wrong, checked,
                  ms_since(start) / 1e3));
  return wrong == 0 ? kExitDone : kExitMismatch;
}

}  // namespace

int command_verify(const VerifyArguments& arguments) {
  if (arguments.all != arguments.question.board.empty())
    throw UsageError("give a board, as in `ktour verify 5x5`, or --all, and not both");
  return arguments.all ? verify_all(arguments) : verify_board(arguments);
}

}  // namespace ktour
