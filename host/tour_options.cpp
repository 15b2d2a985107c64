// The options of the commands about knight's tours.
#include "options.hpp"

namespace ktour {
namespace {

constexpr const char* kCountBoardHelp =
    "The board, rows x columns, as in 5x6: one side at most 12, the other at most 1000000";
constexpr std::uint64_t kMostSamples = 100'000;

// The opposite of --closed, which the command has already.
void add_open(CLI::App& command) {
  command
      .add_flag_function(
          "--open", [](std::int64_t) {}, "Count open tours; the default")
      ->excludes(command.get_option("--closed"));
}

void add_interval(CLI::App& command, double& seconds) {
  command
      .add_option("--checkpoint-every", seconds,
                  "Seconds between checkpoints; 0 writes one at every level")
      ->check(CLI::Range(0.0, 1e9))
      ->capture_default_str();
}

void add_run(CLI::App& app, Commands& commands) {
  auto [command, arguments] = add_command<RunArguments>(
      app, commands, "run", "Search a board and show every level; check the count; write JSON",
      command_run);
  command.add_option("board", arguments.question.board, kBoardHelp)->required();
  add_question(command, arguments.question, "none");
  add_device(command, arguments.device);
  command.add_option("--json", arguments.json_path, "Write everything to this file as JSON")
      ->check(named_file());
  command.add_flag("--no-verify", arguments.no_verify, "Skip the pthread tree");
  command.add_option("--samples", arguments.samples, "States of each level to put into the JSON")
      ->check(whole_number(kMostSamples))
      ->capture_default_str();
  command
      .add_option("--unfold-limit", arguments.most_tours_to_unfold,
                  "Unfold every tour if there are no more than this")
      ->check(whole_number(kAnyNumber))
      ->capture_default_str();
}

void add_count(CLI::App& app, Commands& commands) {
  auto [command, arguments] = add_command<CountArguments>(
      app, commands, "count", "Only the number of tours, as fast as possible", command_count);
  command.add_option("board", arguments.question.board, kCountBoardHelp)->required();
  add_question(command, arguments.question, "");
  add_device(command, arguments.device);
  add_open(command);
  command
      .add_option("--model", arguments.model,
                  "path (visited squares, endpoint), profile (path fragments seen from the squares "
                  "to come: 8x8, strips of any length), or auto")
      ->capture_default_str();
  command.add_flag("--directed", arguments.only_directed,
                   "Print only the number that counts a tour and its reverse as two");
  command
      .add_option("--reductions", arguments.reductions,
                  "Of the profile model: degree, forced, keep, colour, mirror, all or none. The "
                  "count never changes, the frontier shrinks")
      ->capture_default_str();
  command.add_option("--json", arguments.json_path, "Write the level table to this file as JSON")
      ->check(named_file());
  command
      .add_option("--checkpoint", arguments.checkpoint_directory,
                  "Keep the search in this directory, to go on after an interruption")
      ->check(named_file());
  add_interval(command, arguments.checkpoint_interval_s);
  command
      .add_option("--spill", arguments.spill_directory,
                  "The same, and levels that do not fit in memory go on in this directory")
      ->check(named_file())
      ->excludes("--checkpoint");
}

void add_resume(CLI::App& app, Commands& commands) {
  auto [command, arguments] = add_command<ResumeArguments>(
      app, commands, "resume", "Go on with a count from its checkpoint", command_resume);
  command.add_option("directory", arguments.directory, "What --checkpoint or --spill named before")
      ->required();
  add_device(command, arguments.device);
  command.add_option("--json", arguments.json_path, "Write the level table to this file as JSON")
      ->check(named_file());
  add_interval(command, arguments.checkpoint_interval_s);
  command.add_flag("--spill", arguments.spills,
                   "Levels that do not fit in memory go on in the directory");
}

void add_table(CLI::App& app, Commands& commands) {
  auto [command, arguments] = add_command<TableArguments>(
      app, commands, "table",
      "The numbers of tours of boards of many sizes, as a table or a b-file", command_table);
  command
      .add_option("boards", arguments.boards,
                  "Rows x columns, each a number or a range, as in 3..8x3..12 or 5x1..20")
      ->required();
  command.add_flag("--closed", arguments.closed, "Count closed tours");
  add_open(command);
  command.add_flag("--directed", arguments.directed,
                   "Count a tour and its reverse as two; the default is as one");
  command.add_option("--limit", arguments.limit,
                     "Most time for one board, as in 60s, 5m or 2h; a board that takes "
                     "longer shows as ?. Default: no limit");
  command
      .add_option("--json", arguments.json_path, "Write every board's count to this file as JSON")
      ->check(named_file());
  command
      .add_option("--bfile", arguments.bfile_path,
                  "Write the counts to this file as a b-file of the OEIS, where one side varies; "
                  "- writes it to stdout instead of the table")
      ->check(not_empty());
  add_device(command, arguments.device);
}

void add_list(CLI::App& app, Commands& commands) {
  auto [command, arguments] =
      add_command<ListArguments>(app, commands, "list", "Every tour, streamed", command_list);
  command.add_option("board", arguments.question.board, kBoardHelp)->required();
  add_question(command, arguments.question, "all");
  add_device(command, arguments.device);
  command.add_option("--format", arguments.format, "text, csv, json or binary")
      ->capture_default_str();
  command.add_option("--output", arguments.output_path, "Write to this file, not to stdout")
      ->check(named_file());
  command.add_option("--limit", arguments.limit, "Stop after this many tours; 0 lists all")
      ->check(whole_number(kAnyNumber))
      ->capture_default_str();
  command.add_flag("--undirected", arguments.undirected, "One of each tour and its reverse");
}

void add_verify(CLI::App& app, Commands& commands) {
  auto [command, arguments] = add_command<VerifyArguments>(
      app, commands, "verify",
      "Check a board against the pthread tree, or all published counts (--all)", command_verify);
  command.add_option("board", arguments.question.board, kBoardHelp);
  CLI::Option* const all =
      command.add_flag("--all", arguments.all, "Every published count in reach");
  command
      .add_option("--states", arguments.most_states,
                  "With --all: the counts that take no more states than this; 50000000 is for ten "
                  "minutes")
      ->check(whole_number(kAnyNumber, 1))
      ->needs(all)
      ->capture_default_str();
  add_question(command, arguments.question, "none");
  add_device(command, arguments.device);
  for (const char* option : kQuestionOptions) all->excludes(command.get_option(option));
}

void add_lab(CLI::App& app, Commands& commands) {
  auto [command, arguments] = add_command<LabArguments>(
      app, commands, "lab",
      "A page in the browser on which to watch the search happen; or that page as a file",
      command_lab);
  command.add_option("--port", arguments.port, "Listen on this port; 0 takes a free one")
      ->check(whole_number(65'535))
      ->capture_default_str();
  command
      .add_option("--listen", arguments.address,
                  "Listen on this address; any but the loopback address needs the token that the "
                  "printed address has")
      ->check(not_empty())
      ->capture_default_str();
  command.add_flag("--no-browser", arguments.no_browser, "Only print the address");
  CLI::Option* const file =
      command
          .add_option("--export", arguments.export_path,
                      "Write a page that replays a run to this file, and serve nothing")
          ->check(named_file());
  CLI::Option* const from =
      command
          .add_option("--from", arguments.from_path,
                      "With --export: replay the run that `ktour run --json` wrote to this file")
          ->check(named_file())
          ->needs(file);
  arguments.question.board = "5x5";
  CLI::Option* const board = command
                                 .add_option("board", arguments.question.board,
                                             std::string("With --export: ") + kBoardHelp)
                                 ->capture_default_str();
  add_question(command, arguments.question, "none");
  add_device(command, arguments.device);
  board->needs(file)->excludes(from);
  for (const char* option : kQuestionOptions)
    command.get_option(option)->needs(file)->excludes(from);
  for (const char* option : {"--device", "--batch", "--no-graph"})
    command.get_option(option)->needs(file);
  for (const char* option : {"--port", "--listen", "--no-browser"})
    file->excludes(command.get_option(option));
  command.footer(
      "It serves until SIGINT, SIGTERM or SIGHUP ends it, which is its end: exit code 0.");
}

}  // namespace

void add_tour_commands(CLI::App& app, Commands& commands) {
  add_run(app, commands);
  add_count(app, commands);
  add_resume(app, commands);
  add_table(app, commands);
  add_list(app, commands);
  add_verify(app, commands);
  add_lab(app, commands);
}

}  // namespace ktour
