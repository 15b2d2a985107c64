// What `ktour count` is asked, in the terms of both models, and which of them `--model auto` takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profile_run.hpp"
#include "question.hpp"

namespace ktour {

struct CountTask {
  ProfileQuestion question;
  Goal goal = Goal::kOpen;
  std::optional<Question> small;  // where the board has at most 64 squares
  std::string text;               // "open tours of 8x8"
};

CountTask count_task(const Question& question);
// All tours of a whole board, of more than 64 squares too. Throws UsageError where it is larger than
// the profile model takes.
CountTask count_task(int rows, int columns, Goal goal);

// "open tours of 5x5: 1728 directed, 864 undirected"; with `only_directed`, and where tours are asked
// for from some squares or to some, without the second number.
std::string tour_count_text(const CountTask& task, const Count& directed_tours, bool only_directed);

// One square is a path without a move, which the profile model does not know; pruning rules are the
// path model's.
bool auto_takes_path_model(const CountTask& task, bool names_prune_rules);

struct CountResult {
  Count directed;            // tours
  std::uint64_t states = 0;  // explored in all levels
  double wall_ms = 0;
  std::optional<RunFailure> failure;  // then the tours are not counted
};
CountResult run_count_task(const CountTask& task, const RunOptions& options, bool by_paths);

}  // namespace ktour
