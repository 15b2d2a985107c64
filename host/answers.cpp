#include "answers.hpp"

#include <fmt/core.h>

#include "console.hpp"

namespace ktour {

namespace {

std::string names_of(const Board& board, std::uint64_t squares) {
  std::string names;
  for (; squares != 0; squares &= squares - 1)
    names += (names.empty() ? "" : ",") + board.chess_name(lowest_bit(squares));
  return names;
}

}  // namespace

std::string question_text(const Question& question) {
  const Board& board = question.board;
  std::string text = fmt::format("{} tours of {}", name_of(question.goal), board.name());
  if (question.goal == Goal::kClosed) return text;
  if (!question.any_start()) text += " starting on " + names_of(board, question.starts);
  if (!question.any_end()) text += " ending on " + names_of(board, question.ends & board.present());
  return text;
}

std::string tour_count_text(const Question& question, const Count& directed_tours) {
  std::string text =
      fmt::format("{}: {} directed", question_text(question), to_decimal(directed_tours));
  if (question.all_tours())
    text += fmt::format(", {} undirected", to_decimal(undirected(directed_tours, question.board)));
  return text;
}

std::string verified_count_text(const Question& question, const Count& directed_tours,
                                const Verification& verification) {
  if (verification.passed()) return tour_count_text(question, directed_tours);
  return question_text(question) + ": no count, because the comparisons below do not agree";
}

std::string verification_text(const Verification& verification) {
  std::string text;
  std::string sources;
  std::size_t equal = 0;
  for (const Comparison& comparison : verification.comparisons) {
    if (!comparison.equal()) {
      text += fmt::format("MISMATCH: {}: ktour counts {}, expected {}\n", comparison.what,
                          comparison.counted, comparison.expected);
      continue;
    }
    ++equal;
    // By square, the comparisons are too many to name.
    if (comparison.what.find(", tours ") == std::string::npos)
      sources += (sources.empty() ? "" : ", ") + comparison.what + " " + comparison.expected;
  }
  return text + fmt::format("verified: {} of {} comparisons agree ({})\n", equal,
                            verification.comparisons.size(), sources);
}

int report_failure(const RunFailure& failure) {
  note("ktour: " + one_line(failure.message) + "\n");
  return failure.exit_code;
}

}  // namespace ktour
