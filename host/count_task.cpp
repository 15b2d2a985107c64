#include "count_task.hpp"

#include <fmt/core.h>

#include <utility>

#include "answers.hpp"

namespace ktour {

CountTask count_task(const Question& question) {
  CountTask task;
  task.goal = question.goal;
  task.small = question;
  task.text = question_text(question);
  const bool closed = question.goal == Goal::kClosed;
  Strip& strip = task.question.strip;
  strip = closed ? Strip::of(question.board, question.board.present())
                 : Strip::of(question.board, question.starts, question.ends);
  task.question.count = closed                                 ? ProfileCount::kClosed
                        : strip.some_starts || strip.some_ends ? ProfileCount::kOpenFromStarts
                                                               : ProfileCount::kOpen;
  return task;
}

CountTask count_task(int rows, int columns, Goal goal) {
  if (std::int64_t{rows} * columns <= Board::kMaxSquares)
    return count_task(Question::for_all_tours(Board(rows, columns), goal));
  CountTask task;
  task.goal = goal;
  task.text = fmt::format("{} tours of {}x{}", name_of(goal), rows, columns);
  task.question.strip = Strip::rectangle(rows, columns);
  task.question.count = goal == Goal::kClosed ? ProfileCount::kClosed : ProfileCount::kOpen;
  return task;
}

std::string tour_count_text(const CountTask& task, const Count& directed_tours,
                            bool only_directed) {
  std::string text = fmt::format("{}: {} directed", task.text, to_decimal(directed_tours));
  if (!only_directed && task.question.count != ProfileCount::kOpenFromStarts)
    text += fmt::format(", {} undirected",
                        to_decimal(undirected(directed_tours, task.question.strip.squares())));
  return text;
}

bool auto_takes_path_model(const CountTask& task, bool names_prune_rules) {
  return task.small && (names_prune_rules || task.small->board.squares() < 2);
}

CountResult run_count_task(const CountTask& task, const RunOptions& options, bool by_paths) {
  CountResult counted;
  RunStatistics statistics;
  if (by_paths) {
    RunResult result = run_path_model(task.small.value(), options);
    statistics = std::move(result.statistics);
    counted.directed = statistics.tours;
    counted.failure = std::move(result.failure);
  } else {
    ProfileResult result = run_profile_model(task.question, options, {});
    counted.directed = directed_tours(task.question, result);
    counted.failure = std::move(result.failure);
    statistics = std::move(result.statistics);
  }
  counted.wall_ms = statistics.wall_ms;
  if (!statistics.levels.empty()) counted.states = statistics.levels.back().explored;
  return counted;
}

}  // namespace ktour
