// `ktour table`: boards of many sizes, one after the other, as a table or a b-file.
//
// What is finished is said on stderr at once, and whatever ends the rest, the table of what there
// is gets written: a board that took too long, did not fit or was not reached shows as "?".
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <optional>

#include "arguments.hpp"
#include "console.hpp"
#include "engine.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "profile_run.hpp"
#include "progress.hpp"
#include "stop_flag.hpp"
#include "table_report.hpp"

namespace ktour {
namespace {

TableReport read_table(const TableArguments& arguments,
                       const std::vector<std::string>& command_line) {
  const auto [rows, columns] = parse_board_ranges(arguments.boards);
  TableReport report{
      command_line,
      CountTable(rows, columns, arguments.closed ? Goal::kClosed : Goal::kOpen, arguments.directed),
      {},
      {},
      false};
  Strip::rectangle(rows.last, columns.last);  // the largest board; throws where it is too large
  if (!arguments.bfile_path.empty()) report.table.bfile();  // throws where there is none
  if (!arguments.limit.empty()) report.limit_seconds = parse_seconds(arguments.limit);
  DeviceArguments device = arguments.device;
  if (device.device == "auto") device.device = "cpu";
  report.options = read_run_options(device);
  return report;
}

// A search by either model, which gives it a result with statistics and perhaps a failure.
template <class Result>
void take(const Result& result, const Count& directed, BoardCount& count) {
  for (const LevelStatistics& row : result.statistics.levels)
    count.peak_states = std::max(count.peak_states, row.frontier);
  if (!result.failure) {
    count.directed = directed;
    return;
  }
  if (result.failure->exit_code == kExitInterrupted) {
    count.absence = Absence::kLimit;
    return;
  }
  if (result.failure->exit_code != kExitNoSpace)
    throw Error(result.failure->exit_code, result.failure->message);
  count.absence = Absence::kSpace;
  count.detail = result.failure->message;
}

void search(Sides sides, Goal goal, const RunOptions& options, std::atomic<std::uint64_t>& expanded,
            BoardCount& count) {
  if (sides.squares() == 1) {  // a path without a move, which the profile model does not know
    count.model = "path";
    const RunResult result = run_path_model(Question::for_all_tours(Board(1, 1), goal), options);
    take(result, result.statistics.tours, count);
    return;
  }
  count.model = "profile";
  const ProfileQuestion question{
      Strip::rectangle(sides.lesser, sides.greater),
      goal == Goal::kClosed ? ProfileCount::kClosed : ProfileCount::kOpen,
      {}};
  const ProfileResult result = run_profile_model(question, options, {}, &expanded);
  take(result, directed_tours(question, result), count);
}

// `place`: "board 3 of 21", for people.
BoardCount count_board(Sides sides, const TableReport& report, const std::string& place) {
  BoardCount count;
  const Goal goal = report.table.goal();
  if (const auto reason = why_impossible((sides.squares() + 1) / 2, sides.squares() / 2, goal)) {
    count.directed = Count();
    count.detail = *reason;
  } else {
    RunOptions options = report.options;
    std::optional<StopAfter> limit;
    if (report.limit_seconds)
      options.stop = limit.emplace(*report.limit_seconds, *options.stop).flag();
    std::atomic<std::uint64_t> expanded{0};
    StripProgress progress(sides.lesser, sides.greater, true, expanded);
    options.on_level = [&](const LevelStatistics& row) { progress.barrier(row); };
    const ProgressLine line(
        true, [&] { return fmt::format("{}, {}: {}", sides.name(), place, progress.text()); });
    const auto start = std::chrono::steady_clock::now();
    search(sides, goal, options, expanded, count);
    count.seconds = ms_since(start) / 1e3;
    // Somebody asked to stop: then it was not the limit.
    if (count.absence == Absence::kLimit && *report.options.stop)
      count.absence = Absence::kNotReached;
  }
  count.compare_with_published(sides, goal);
  return count;
}

void count_boards(TableReport& report) {
  const std::vector<Sides> boards = report.table.boards();
  for (std::size_t index = 0; index < boards.size() && !*report.options.stop; ++index) {
    const Sides sides = boards[index];
    BoardCount count =
        count_board(sides, report, fmt::format("board {} of {}", index + 1, boards.size()));
    report.table.set(sides, count);
    if (count.absence == Absence::kMismatch)
      note(fmt::format("MISMATCH: {}: {}\n", sides.name(), count.detail));
    else
      note(fmt::format("{}: {} ({:.2f} s)\n", sides.name(), report.table.cell(sides),
                       count.seconds));
  }
  report.interrupted = report.table.lacks(Absence::kNotReached);
}

void write_bfile(const TableReport& report, OutputFile* file, const std::string& path) {
  const CountTable::Bfile bfile = report.table.bfile();
  if (!bfile.end.empty()) note(bfile.end + "\n");
  if (file == nullptr) {
    say(bfile.text);
    return;
  }
  file->write(bfile.text);
  file->commit();
  note(fmt::format("b-file: {}, {} terms\n", path, bfile.terms));
}

int exit_code(const TableReport& report) {
  if (report.table.lacks(Absence::kMismatch)) return kExitMismatch;
  if (report.interrupted) return kExitInterrupted;
  return report.table.lacks(Absence::kSpace) ? kExitNoSpace : kExitDone;
}

}  // namespace

int command_table(const TableArguments& arguments, const std::vector<std::string>& command_line) {
  TableReport report = read_table(arguments, command_line);
  const bool bfile_on_stdout = arguments.bfile_path == "-";
  std::optional<OutputFile> json;
  std::optional<OutputFile> bfile;
  if (!arguments.json_path.empty()) json.emplace(arguments.json_path);
  if (!arguments.bfile_path.empty() && !bfile_on_stdout) bfile.emplace(arguments.bfile_path);

  count_boards(report);
  if (!bfile_on_stdout) say(report.table.text());
  note(report.table.notes());
  if (!arguments.bfile_path.empty())
    write_bfile(report, bfile ? &*bfile : nullptr, arguments.bfile_path);
  if (json) {
    json->write(
        to_json(report).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
        "\n");
    json->commit();
    note(fmt::format("JSON: {}\n", arguments.json_path));
  }
  if (report.interrupted) note("ktour: interrupted\n");
  return exit_code(report);
}

}  // namespace ktour
