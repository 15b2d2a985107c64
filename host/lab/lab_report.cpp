#include "lab/lab_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "verification.hpp"

namespace ktour {

namespace {

void add_squares(std::vector<std::string>& words, const char* option, const Board& board,
                 std::uint64_t squares) {
  for (; squares != 0; squares &= squares - 1) {
    const int square = lowest_bit(squares);
    words.emplace_back(option);
    words.push_back(fmt::format("{},{}", square / board.columns(), square % board.columns()));
  }
}

}  // namespace

std::vector<std::string> run_words(const Question& question, const RunOptions& options) {
  const Board& board = question.board;
  std::vector<std::string> words{"ktour", "run",
                                 fmt::format("{}x{}", board.rows(), board.columns())};
  add_squares(words, "--missing", board, board.missing());
  if (question.goal == Goal::kClosed) words.emplace_back("--closed");
  if (!question.any_start()) add_squares(words, "--start", board, question.starts);
  if (!question.any_end()) add_squares(words, "--end", board, question.ends & board.present());
  words.insert(words.end(),
               {"--prune", question.rules.names(), "--device", name_of(options.device.kind),
                "--samples", std::to_string(options.samples), "--no-verify"});
  return words;
}

std::optional<RunFailure> conclude(RunReport& report) {
  if (report.impossible) {
    report.why_not_verified = "there is no tour";
    return std::nullopt;
  }
  const RunStatistics& statistics = report.result.statistics;
  if (!statistics.complete) {
    report.why_not_verified = "the search did not end";
    return report.result.failure;
  }
  Verification verification;
  if (report.result.tours_unfolded)
    verification.compare("unfold", statistics.tours, *report.result.tours_unfolded);
  compare_with_known(report.question, statistics, verification);
  if (verification.comparisons.empty()) {
    report.why_not_verified = "there are neither unfolded tours nor a published count";
    return std::nullopt;
  }
  report.verification = std::move(verification);
  for (const Comparison& comparison : report.verification->comparisons)
    if (!comparison.equal())
      return RunFailure{
          kExitMismatch,
          fmt::format("two ways of counting disagree: {}: ktour counts {}, expected {}",
                      comparison.what, comparison.counted, comparison.expected)};
  return std::nullopt;
}

std::optional<std::string> why_not_listed(const RunReport& report) {
  if (report.impossible || report.result.tours_unfolded) return std::nullopt;
  if (report.result.failure) return report.result.failure->message;
  if (!report.result.levels_kept)
    return "the levels that the unfold needs do not fit half of the memory";
  return fmt::format("more than {} tours are not listed", report.options.most_tours_to_unfold);
}

std::uint64_t listed(const RunReport& report) { return report.result.tours_unfolded.value_or(0); }

void append_letters(std::span<const std::uint8_t> tour, std::string& letters) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  for (const std::uint8_t square : tour) letters.push_back(kLetters[square]);
}

std::string letters_to_json(std::string_view letters, int squares, std::uint64_t from,
                            std::uint64_t count) {
  const auto length = static_cast<std::uint64_t>(squares);
  const std::uint64_t total = letters.size() / length;
  const std::uint64_t begin = std::min(from, total);
  const std::uint64_t end = begin + std::min(count, total - begin);
  std::string text = "[";
  for (std::uint64_t tour = begin; tour < end; ++tour) {
    if (tour > begin) text += ',';
    text += '"';
    text += letters.substr(tour * length, length);
    text += '"';
  }
  return text + "]";
}

std::string lab_document(const nlohmann::ordered_json& run, std::string_view tours) {
  return fmt::format("{{\"format\":\"ktour-lab\",\"version\":1,\"run\":{},\"tours\":{}}}",
                     run.dump(), tours);
}

}  // namespace ktour
