// `ktour list`: every tour, streamed as the unfold meets it.
//
// Order: without --start and --end the tours come in lexicographic order of their squares. The
// unfold goes from a tour's end to its beginning, and there the reverse of a tour is a tour too, so
// what it meets in ascending order is printed as it is met. With --start or --end the tours are
// printed from their start, in ascending order of their squares read backwards.
#include <fmt/core.h>

#include <cstdio>
#include <memory>
#include <optional>

#include "answers.hpp"
#include "arguments.hpp"
#include "console.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "tour_writer.hpp"

namespace ktour {
namespace {

// Of a tour and its reverse, exactly one passes: open tours are told apart by their two ends,
// closed ones, which both begin at the start square, by its two neighbours.
bool is_chosen_direction(const Question& question, std::span<const std::uint8_t> squares) {
  if (squares.size() < 2) return true;
  return squares[question.goal == Goal::kClosed ? 1 : 0] < squares.back();
}

// What kept the list from being all tours, its limit apart. `directed` is how many were listed, where
// both directions were.
std::optional<RunFailure> why_incomplete(const RunResult& result, bool limit_reached,
                                         std::optional<std::uint64_t> directed) {
  if (result.failure) return result.failure;
  if (!result.levels_kept)
    return RunFailure{kExitNoSpace,
                      "the levels that the unfold needs do not fit half of the memory; raise "
                      "--memory, or use --prune all"};
  if (!limit_reached && directed && result.statistics.tours != *directed)
    return RunFailure{kExitMismatch, fmt::format("the multiplicities count {} tours, the unfold {}",
                                                 to_decimal(result.statistics.tours), *directed)};
  return std::nullopt;
}

}  // namespace

int command_list(const ListArguments& arguments) {
  const Question question = read_question(arguments.question);
  const TourFormat format = parse_tour_format(arguments.format);
  if (arguments.undirected && !question.all_tours())
    throw UsageError(
        "--undirected needs both directions of every tour; leave out --start and --end");
  RunOptions options = read_run_options(arguments.device);
  std::unique_ptr<OutputFile> file;
  if (!arguments.output_path.empty()) file = std::make_unique<OutputFile>(arguments.output_path);
  TourWriter writer(file ? file->stream() : stdout, format, question.board);

  std::uint64_t written = 0;
  bool limit_reached = false;
  std::optional<RunFailure> failure;
  if (const auto reason = why_impossible(question.board, question.goal)) {
    note(*reason + "\n");
  } else {
    std::vector<std::uint8_t> tour;
    LevelProgress progress(question.board.squares() - 1);
    options.on_level = [&](const LevelStatistics& row) { progress.barrier(row); };
    options.most_tours_to_unfold = ~std::uint64_t{0};
    options.on_tour = [&](std::span<const std::uint8_t> from_the_end) {
      in_order_of_visit(question, from_the_end, tour);
      if (arguments.undirected && !is_chosen_direction(question, tour)) return true;
      limit_reached = arguments.limit > 0 && written == arguments.limit;
      if (limit_reached) return false;
      writer.write(tour);
      ++written;
      return true;
    };
    const ProgressLine line(file != nullptr, [&] { return progress.text(); });
    const RunResult result = run_path_model(question, options);
    failure = why_incomplete(result, limit_reached,
                             arguments.undirected ? std::nullopt : std::optional(written));
  }
  writer.finish(!failure && !limit_reached);
  if (failure) return report_failure(*failure);
  if (file) file->commit();
  note(fmt::format("{} {} tours listed{}\n", written,
                   arguments.undirected ? "undirected" : "directed",
                   limit_reached ? ", more exist (--limit)" : ""));
  return kExitDone;
}

}  // namespace ktour
