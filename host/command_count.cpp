// `ktour count` and `ktour resume`: the number, as fast as the engine gets it.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <optional>

#include "answers.hpp"
#include "arguments.hpp"
#include "checkpoint.hpp"
#include "console.hpp"
#include "count_report.hpp"
#include "count_task.hpp"
#include "level_table.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "profile_run.hpp"
#include "progress.hpp"
#include "verification.hpp"

namespace ktour {
namespace {

using Json = nlohmann::ordered_json;

int count_by_paths(const CountArguments& arguments) {
  const Question question = read_question(arguments.question);
  RunOptions options = read_run_options(arguments.device);
  if (const auto reason = why_impossible(question.board, question.goal)) {
    say(tour_count_text(count_task(question), Count(), arguments.only_directed) + "\n");
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
  say(tour_count_text(count_task(question), result.statistics.tours, arguments.only_directed) +
      "\n");
  if (verification.comparisons.empty())
    note("not verified: no published value is known here; see `ktour verify`\n");
  else
    note(verification_text(verification));
  return kExitDone;
}

// "3x1000": the sides of a board of any size. Nothing where the text is no board; Board::parse says
// why.
std::optional<std::pair<int, int>> parse_sides(const std::string& text) {
  const std::size_t cross = text.find_first_of("xX");
  if (cross == std::string::npos) return std::nullopt;
  const auto rows = positive_number(std::string_view(text).substr(0, cross));
  const auto columns = positive_number(std::string_view(text).substr(cross + 1));
  if (!rows || !columns) return std::nullopt;
  return std::pair{*rows, *columns};
}

bool is_large(const std::string& board) {
  const auto sides = parse_sides(board);
  return sides && std::int64_t{sides->first} * sides->second > Board::kMaxSquares;
}

CountTask read_count_task(const CountArguments& arguments) {
  CountTask task;
  if (is_large(arguments.question.board)) {
    if (!arguments.question.missing.empty() || !arguments.question.starts.empty() ||
        !arguments.question.ends.empty())
      throw UsageError("--missing, --start and --end take boards of at most 64 squares");
    const auto sides = parse_sides(arguments.question.board);
    task = count_task(sides->first, sides->second,
                      arguments.question.closed ? Goal::kClosed : Goal::kOpen);
  } else {
    task = count_task(read_question(arguments.question));
  }
  task.question.rules = parse_reductions(arguments.reductions);
  return task;
}

// What a checkpoint has to agree on, and what `resume` makes its arguments of. `ends` only where
// there are some: checkpoints without them stay readable.
Json checkpoint_parameters(const CountArguments& arguments) {
  Json parameters = {{"board", arguments.question.board},
                     {"missing", arguments.question.missing},
                     {"starts", arguments.question.starts},
                     {"closed", arguments.question.closed},
                     {"reductions", arguments.reductions}};
  if (!arguments.question.ends.empty()) parameters["ends"] = arguments.question.ends;
  return parameters;
}

CountArguments arguments_of_checkpoint(const std::string& directory,
                                       const DeviceArguments& device) {
  const CheckpointReader reader(directory);
  CountArguments arguments;
  arguments.device = device;
  arguments.model = "profile";
  arguments.checkpoint_directory = directory;
  arguments.question.prune = "all";
  try {
    const Json& parameters = reader.header().parameters;
    parameters.at("board").get_to(arguments.question.board);
    parameters.at("missing").get_to(arguments.question.missing);
    parameters.at("starts").get_to(arguments.question.starts);
    if (parameters.contains("ends")) parameters.at("ends").get_to(arguments.question.ends);
    parameters.at("closed").get_to(arguments.question.closed);
    parameters.at("reductions").get_to(arguments.reductions);
  } catch (const nlohmann::json::exception&) {
    throw CorruptInput("the checkpoint in " + directory +
                       " is not one of `ktour count`; it was left as it is");
  }
  return arguments;
}

int count_by_profiles(const CountArguments& arguments, const CountTask& task,
                      const std::vector<std::string>& command_line) {
  CountReport report;
  DeviceArguments device = arguments.device;
  if (device.device == "auto") device.device = "cpu";  // until times on a GPU are known
  report.options = read_run_options(device);
  std::optional<OutputFile> json;
  if (!arguments.json_path.empty()) json.emplace(arguments.json_path);

  const std::string& directory = arguments.spill_directory.empty() ? arguments.checkpoint_directory
                                                                   : arguments.spill_directory;

  std::atomic<std::uint64_t> expanded{0};
  const Strip& strip = task.question.strip;
  StripProgress progress(strip.rows, strip.columns, task.question.rules.keep, expanded);
  report.options.on_level = [&](const LevelStatistics& row) { progress.barrier(row); };
  {
    const ProgressLine line(true, [&] { return progress.text(); });
    report.result =
        run_profile_model(task.question, report.options,
                          {directory, arguments.checkpoint_interval_s,
                           checkpoint_parameters(arguments), !arguments.spill_directory.empty()},
                          &expanded);
  }
  report.command_line = command_line;
  report.board = arguments.question.board;
  report.goal = task.goal;
  report.small = task.small;
  report.question = task.question;
  const ProfileResult& result = report.result;
  if (result.spilled_level >= 0)
    note(fmt::format("level {} did not fit in memory: it and what follows were kept on disk\n",
                     result.spilled_level + 1));
  if (result.resumed_level >= 0)
    note(fmt::format("went on from level {} of {}\n", result.resumed_level,
                     strip.rows * strip.columns));

  const Count directed = directed_tours(task.question, result);
  Verification verification;
  if (result.statistics.complete) compare_with_known(task, directed, verification);
  const bool known = !verification.comparisons.empty();
  if (known && verification.passed()) report.verified_by = verification.comparisons.front().what;
  if (json && verification.passed()) {
    json->write(to_json(report).dump(1) + "\n");
    json->commit();
  }
  if (result.failure) {
    if (!directory.empty() && has_checkpoint(directory))
      note(fmt::format("to go on: ktour resume {}\n", directory));
    return report_failure(*result.failure);
  }
  if (!verification.passed()) {
    note(verification_text(verification));
    return kExitMismatch;
  }
  say(tour_count_text(task, directed, arguments.only_directed) + "\n");
  if (task.small)
    if (const auto reason = why_impossible(task.small->board, task.goal)) note(*reason + "\n");
  note(known ? verification_text(verification)
             : "not verified: no published value is known here\n");
  note(search_summary(result.statistics));
  return kExitDone;
}

}  // namespace

ProfileRules parse_reductions(const std::string& text) {
  ProfileRules rules = ProfileRules::none();
  if (text == "all") return {};
  if (text == "none") return rules;
  std::string_view rest = text;
  while (true) {
    const std::size_t comma = rest.find(',');
    const std::string_view name = rest.substr(0, comma);
    if (name == "degree")
      rules.degree = true;
    else if (name == "forced")
      rules.degree = rules.forced = true;
    else if (name == "keep")
      rules.degree = rules.forced = rules.keep = true;
    else if (name == "colour")
      rules.colour = true;
    else if (name == "mirror")
      rules.mirror = true;
    else
      throw UsageError(
          fmt::format("'{}' is no reduction; there are degree, forced, keep, colour, "
                      "mirror, all and none",
                      name));
    if (comma == std::string_view::npos) return rules;
    rest.remove_prefix(comma + 1);
  }
}

int command_count(const CountArguments& given, const std::vector<std::string>& command_line) {
  CountArguments arguments = given;
  const std::string& model = arguments.model;
  if (model != "auto" && model != "path" && model != "profile")
    throw UsageError("'" + model + "' is no model; there are auto, path and profile");
  const bool names_prune_rules = !arguments.question.prune.empty();
  if (!names_prune_rules) arguments.question.prune = "all";
  if (names_prune_rules && (model == "profile" || is_large(arguments.question.board)))
    throw UsageError("--prune is for the path model; the profile model has --reductions");
  if (model != "path") {
    const CountTask task = read_count_task(arguments);
    if (model == "profile" || !auto_takes_path_model(task, names_prune_rules))
      return count_by_profiles(arguments, task, command_line);
  }
  if (!arguments.checkpoint_directory.empty() || !arguments.spill_directory.empty() ||
      !arguments.json_path.empty())
    throw UsageError(
        "the path model writes no checkpoints, spills no levels, and JSON only in `ktour run`");
  return count_by_paths(arguments);
}

int command_resume(const ResumeArguments& arguments, const std::vector<std::string>& command_line) {
  CountArguments count = arguments_of_checkpoint(arguments.directory, arguments.device);
  count.json_path = arguments.json_path;
  count.checkpoint_interval_s = arguments.checkpoint_interval_s;
  if (arguments.spills) count.spill_directory = arguments.directory;
  return count_by_profiles(count, read_count_task(count), command_line);
}

}  // namespace ktour
