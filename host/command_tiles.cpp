// `ktour tiles`: the levels of the sliding-tiles model as they come, how many boards there are and
// how far the farthest are, checked by a search over numbered boards and against the published
// values.
#include <fmt/core.h>

#include <optional>

#include "arguments.hpp"
#include "board.hpp"
#include "search_command.hpp"
#include "tiles_check.hpp"
#include "tiles_model.hpp"
#include "tiles_report.hpp"

namespace ktour {
namespace {

TilesQuestion read_tiles_question(const std::string& text) {
  const Board board = Board::parse(text);
  if (board.area() > TilesModel::kMostSquares)
    throw UsageError(fmt::format("sliding tiles take boards of at most {} squares, and {} has {}",
                                 TilesModel::kMostSquares, board.name(), board.area()));
  return {board.rows(), board.columns()};
}

void print_answer(const TilesReport& report) {
  const auto [rows, columns] = report.question;
  const TilesResult& result = report.result;
  const std::string board = fmt::format("sliding tiles on {}x{}", rows, columns);
  say("\n" + search_summary(result.statistics));
  if (!result.answer)
    say(fmt::format("no answer: the search stopped after {} levels\n",
                    result.statistics.levels.size()));
  else if (report.verification && !report.verification->passed())
    say(board + ": no answer, because the comparisons below do not agree\n");
  else
    say(fmt::format("{}: {} in all, {} of them {} moves from the goal, none farther\n", board,
                    grouped(result.answer->states), grouped(result.answer->farthest),
                    result.answer->depth));
  if (result.answer)
    say(report.verification ? verification_text(*report.verification) : "not verified\n");
}

}  // namespace

int command_tiles(const TilesArguments& arguments, const std::vector<std::string>& command_line) {
  TilesReport report;
  report.command_line = command_line;
  report.question = read_tiles_question(arguments.board);
  DeviceArguments device = arguments.device;
  if (device.device == "auto") device.device = "cpu";  // until times on a GPU are known
  report.options = read_run_options(device);
  std::optional<OutputFile> json_file;
  if (!arguments.json_path.empty()) json_file.emplace(arguments.json_path);

  LevelProgress progress(kUntilEmpty);
  report.result = show_levels(LevelTable(false, true), progress, report.options,
                              [&] { return run_tiles_model(report.question, report.options); });
  if (report.result.statistics.complete && !arguments.no_verify)
    verify_search(report, report.result,
                  [&] { return verify_tiles(report.question, report.result, report.options); });
  print_answer(report);
  if (json_file) write_report(*json_file, to_json(report));
  return exit_code_of(report, report.result);
}

}  // namespace ktour
