// `ktour count` and `ktour resume`: the number, as fast as the engine gets it.
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <optional>

#include "answers.hpp"
#include "arguments.hpp"
#include "checkpoint.hpp"
#include "console.hpp"
#include "count_report.hpp"
#include "level_table.hpp"
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
    say(fmt::format("{}\n", tour_count_text(question, Count())));
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
  say(fmt::format("{}\n", tour_count_text(question, result.statistics.tours)));
  if (verification.comparisons.empty())
    note("not verified: no published value is known here; see `ktour verify`\n");
  else
    note(verification_text(verification));
  return kExitDone;
}

// "3x1000": the sides of a board of any size. Nothing where the text is no board; Board::parse says why.
std::optional<std::pair<int, int>> parse_sides(const std::string& text) {
  const std::size_t cross = text.find_first_of("xX");
  if (cross == std::string::npos) return std::nullopt;
  int sides[2] = {};
  const std::string_view parts[2] = {std::string_view(text).substr(0, cross),
                                     std::string_view(text).substr(cross + 1)};
  for (int side = 0; side < 2; ++side) {
    const char* const end = parts[side].data() + parts[side].size();
    const auto [stop, error] = std::from_chars(parts[side].data(), end, sides[side]);
    if (error != std::errc{} || stop != end || sides[side] < 1) return std::nullopt;
  }
  return std::pair{sides[0], sides[1]};
}

bool is_large(const std::string& board) {
  const auto sides = parse_sides(board);
  return sides && std::int64_t{sides->first} * sides->second > Board::kMaxSquares;
}

struct ProfileTask {
  ProfileQuestion question;
  Goal goal = Goal::kOpen;
  std::optional<Question> small;  // where the board has at most 64 squares
  std::string text;               // "open tours of 8x8"
};

ProfileTask read_profile_task(const CountArguments& arguments) {
  ProfileTask task;
  task.goal = arguments.question.closed ? Goal::kClosed : Goal::kOpen;
  task.question.rules = parse_reductions(arguments.reductions);
  if (is_large(arguments.question.board)) {
    if (!arguments.question.missing.empty() || !arguments.question.starts.empty())
      throw UsageError("--missing and --start take boards of at most 64 squares");
    const auto sides = parse_sides(arguments.question.board);
    task.question.strip = Strip::rectangle(sides->first, sides->second);
    task.text = fmt::format("{} tours of {}x{}", name_of(task.goal), sides->first, sides->second);
  } else {
    task.small = read_question(arguments.question);
    const Question& small = *task.small;
    task.question.strip =
        Strip::of(small.board, task.goal == Goal::kOpen ? small.starts : small.board.present());
    task.text = question_text(small);
  }
  task.question.count = task.goal == Goal::kClosed        ? ProfileCount::kClosed
                        : task.question.strip.some_starts ? ProfileCount::kOpenFromStarts
                                                          : ProfileCount::kOpen;
  return task;
}

// What a checkpoint has to agree on, and what `resume` makes its arguments of.
Json checkpoint_parameters(const CountArguments& arguments) {
  return {{"board", arguments.question.board},
          {"missing", arguments.question.missing},
          {"starts", arguments.question.starts},
          {"closed", arguments.question.closed},
          {"reductions", arguments.reductions}};
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
    parameters.at("closed").get_to(arguments.question.closed);
    parameters.at("reductions").get_to(arguments.reductions);
  } catch (const nlohmann::json::exception&) {
    throw CorruptInput("the checkpoint in " + directory +
                       " is not one of `ktour count`; it was left as it is");
  }
  return arguments;
}

// With the published value, where there is one.
struct Agreement {
  bool agrees = true;
  std::optional<std::string> source;
  std::string text;
};
Agreement compare(const ProfileTask& task, const Count& directed) {
  Agreement agreement;
  agreement.text = "not verified: no published value is known here\n";
  const auto known = task.small ? find_known_count(*task.small) : std::nullopt;
  if (!known) return agreement;
  Verification verification;
  verification.comparisons.push_back(
      {known->source, to_decimal(as_counted(*known, directed)), known->value});
  agreement.agrees = verification.passed();
  agreement.text = verification_text(verification);
  if (agreement.agrees) agreement.source = known->source;
  return agreement;
}

int count_by_profiles(const CountArguments& arguments,
                      const std::vector<std::string>& command_line) {
  CountReport report;
  ProfileTask task = read_profile_task(arguments);
  DeviceArguments device = arguments.device;
  if (device.device == "auto") device.device = "cpu";  // until times on a GPU are known
  report.options = read_run_options(device);
  std::optional<OutputFile> json;
  if (!arguments.json_path.empty()) json.emplace(arguments.json_path);

  std::atomic<std::uint64_t> expanded{0};
  StripProgress progress(task.question.strip.rows * task.question.strip.columns, expanded);
  report.options.on_level = [&](const LevelStatistics& row) { progress.barrier(row); };
  {
    const ProgressLine line(true, [&] { return progress.text(); });
    report.result =
        run_profile_model(task.question, report.options,
                          {arguments.checkpoint_directory, arguments.checkpoint_interval_s,
                           checkpoint_parameters(arguments)},
                          &expanded);
  }
  report.command_line = command_line;
  report.board = arguments.question.board;
  report.goal = task.goal;
  report.question = task.question;
  const ProfileResult& result = report.result;
  if (result.resumed_level >= 0)
    note(fmt::format("went on from level {} of {}\n", result.resumed_level,
                     task.question.strip.rows * task.question.strip.columns));

  const Count directed = directed_tours(task.question, result);
  Agreement agreement;
  if (result.statistics.complete) {
    agreement = compare(task, directed);
    report.verified_by = agreement.source;
  }
  if (json && agreement.agrees) {
    json->write(to_json(report).dump(1) + "\n");
    json->commit();
  }
  if (result.failure) {
    if (!arguments.checkpoint_directory.empty() && has_checkpoint(arguments.checkpoint_directory))
      note(fmt::format("to go on: ktour resume {}\n", arguments.checkpoint_directory));
    return report_failure(*result.failure);
  }
  if (!agreement.agrees) {
    note(agreement.text);
    return kExitMismatch;
  }
  std::string text = fmt::format("{}: {} directed", task.text, to_decimal(directed));
  if (task.question.count != ProfileCount::kOpenFromStarts)
    text += fmt::format(", {} undirected", to_decimal(directed.half()));
  say(text + "\n");
  if (task.small)
    if (const auto reason = why_impossible(task.small->board, task.goal)) note(*reason + "\n");
  note(agreement.text);
  note(search_summary(result.statistics));
  return kExitDone;
}

// One square is a path without a move, which the profile model does not know; pruning rules are the
// path model's.
bool needs_path_model(const CountArguments& arguments, bool names_prune_rules) {
  if (is_large(arguments.question.board)) return false;
  return names_prune_rules || read_question(arguments.question).board.squares() < 2;
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
  if (names_prune_rules && model == "profile")
    throw UsageError("--prune is for the path model; the profile model has --reductions");
  if (model == "profile" || (model == "auto" && !needs_path_model(arguments, names_prune_rules)))
    return count_by_profiles(arguments, command_line);
  if (!arguments.checkpoint_directory.empty() || !arguments.json_path.empty())
    throw UsageError("the path model writes no checkpoints, and JSON only in `ktour run`");
  return count_by_paths(arguments);
}

int command_resume(const ResumeArguments& arguments, const std::vector<std::string>& command_line) {
  CountArguments count = arguments_of_checkpoint(arguments.directory, arguments.device);
  count.json_path = arguments.json_path;
  count.checkpoint_interval_s = arguments.checkpoint_interval_s;
  return count_by_profiles(count, command_line);
}

}  // namespace ktour
