// `ktour list`: every tour, streamed as the unfold meets it.
//
// Order: without --start the tours come in lexicographic order of their squares. The unfold goes
// from a tour's end to its beginning, and there the reverse of a tour is a tour too, so what it
// meets in ascending order is printed as it is met. With --start the tours are printed from their
// start, in ascending order of their squares read backwards.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "answers.hpp"
#include "arguments.hpp"
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

}  // namespace

int command_list(const ListArguments& arguments) {
  const Question question = read_question(arguments.question);
  const TourFormat format = parse_tour_format(arguments.format);
  if (arguments.undirected && !question.all_tours())
    throw UsageError("--undirected needs both directions of every tour; leave out --start");
  std::unique_ptr<OutputFile> file;
  if (!arguments.output_path.empty()) file = std::make_unique<OutputFile>(arguments.output_path);
  RunOptions options = read_run_options(arguments.device);
  TourWriter writer(file ? file->stream() : stdout, format, question.board);

  RunResult result;
  std::uint64_t written = 0;
  bool limit_reached = false;
  if (!why_impossible(question.board, question.goal)) {
    const bool reversed = question.goal == Goal::kOpen && question.all_tours();
    std::vector<std::uint8_t> tour;
    LevelProgress progress(question.board.squares() - 1);
    options.on_level = [&](const LevelStatistics& row) { progress.barrier(row); };
    options.most_tours_to_unfold = ~std::uint64_t{0};
    options.on_tour = [&](std::span<const std::uint8_t> from_the_end) {
      tour.assign(from_the_end.begin(), from_the_end.end());
      if (!reversed) std::reverse(tour.begin(), tour.end());
      if (arguments.undirected && !is_chosen_direction(question, tour)) return true;
      limit_reached = arguments.limit > 0 && written == arguments.limit;
      if (limit_reached) return false;
      writer.write(tour);
      ++written;
      return true;
    };
    const ProgressLine line(file != nullptr, [&] { return progress.text(); });
    result = run_path_model(question, options);
  }
  const bool complete = !result.failure && !limit_reached;
  writer.finish(complete);
  if (file) file->commit();
  if (result.failure) return report_failure(*result.failure);
  if (result.statistics.complete && !result.levels_kept)
    return report_failure({kExitNoSpace,
                           "the levels do not fit the memory that the unfold needs; raise "
                           "--memory, or drop hopeless states with --prune all"});
  if (complete && !arguments.undirected && result.statistics.tours != written)
    return report_failure(
        {kExitMismatch, fmt::format("the multiplicities count {} tours, the "
                                    "unfold {}",
                                    to_decimal(result.statistics.tours), written)});
  fmt::print(stderr, "{} {} tours listed{}\n", written,
             arguments.undirected ? "undirected" : "directed",
             limit_reached ? ", more exist (--limit)" : "");
  return kExitDone;
}

}  // namespace ktour
