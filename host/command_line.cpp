#include "command_line.hpp"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <array>
#include <charconv>
#include <sstream>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "build_info.hpp"
#include "console.hpp"
#include "errors.hpp"
#include "queens_model.hpp"

namespace ktour {
namespace {

constexpr const char* kBoardHelp = "The board, rows x columns, as in 5x6 (at most 64 squares)";
constexpr const char* kCountBoardHelp =
    "The board, rows x columns, as in 5x6: one side at most 12, the other at most 1000000";
constexpr std::array<const char*, 5> kQuestionOptions{"--closed", "--start", "--end", "--missing",
                                                      "--prune"};

// A whole number from `least` to `most`; CLI11 alone lets negative ones wrap.
CLI::Validator whole_number(std::uint64_t most, std::uint64_t least = 0) {
  return CLI::Validator(
      [=](const std::string& text) {
        std::uint64_t value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc{} && stop == end && value >= least && value <= most)
          return std::string();
        return fmt::format("'{}' is not a whole number from {} to {}", text, least, most);
      },
      "");
}

CLI::Validator named_file() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.empty() ? std::string("an empty name is no file") : std::string();
      },
      "");
}

constexpr std::uint64_t kMostSamples = 100'000;
constexpr std::uint64_t kMostThreads = 1024;
constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};

void add_question(CLI::App& command, QuestionArguments& question, const char* default_prune) {
  question.prune = default_prune;
  command.add_flag("--closed", question.closed,
                   "Count closed tours: the knight can return to its start with one more move");
  command
      .add_option("--start", question.starts,
                  "Only tours from this square: row,column from 0,0 at the upper left, or a "
                  "chess name such as a1 (lower left). May be given several times")
      ->allow_extra_args(false);
  command
      .add_option("--end", question.ends,
                  "Only open tours to this square, likewise; may be given several times")
      ->allow_extra_args(false);
  command
      .add_option("--missing", question.missing,
                  "A square that the board lacks; may be given several times")
      ->allow_extra_args(false);
  command
      .add_option("--prune", question.prune,
                  "Drop states that cannot become a tour: colour, isolated, ends, connected, all "
                  "or none. The count never changes, the frontier shrinks")
      ->capture_default_str();
}

void add_cpu(CLI::App& command, DeviceArguments& device, const char* devices) {
  command.add_option("--device", device.device, devices)->capture_default_str();
  command.add_option("--threads", device.threads, "CPU threads; 0 takes all cores")
      ->check(whole_number(kMostThreads))
      ->capture_default_str();
  command.add_option("--memory", device.memory,
                     "Most memory for frontiers and kept levels, as in 500M or 8G; a level that "
                     "needs more ends the run. Default: 7/8 of what is free");
  command
      .add_option("--batch", device.batch_states,
                  "Frontier states worked on at once; 0 is the device's own choice")
      ->check(whole_number(kAnyNumber))
      ->capture_default_str();
}

void add_device(CLI::App& command, DeviceArguments& device) {
  add_cpu(command, device, "Where to search: auto, cpu or cuda");
  command.add_flag("--no-graph", device.no_graph,
                   "On a GPU, enqueue every step by itself instead of replaying CUDA graphs");
}

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

// Some option and argument of every command, and the commands themselves.
struct Commands {
  Commands();

  CLI::App app;
  CLI::App* run_command;
  CLI::App* count_command;
  CLI::App* table_command;
  CLI::App* list_command;
  CLI::App* verify_command;
  CLI::App* queens_command;
  CLI::App* tiles_command;
  CLI::App* devices_command;
  CLI::App* resume_command;
  RunArguments run;
  CountArguments count;
  TableArguments table;
  ListArguments list;
  VerifyArguments verify;
  QueensArguments queens;
  TilesArguments tiles;
  ResumeArguments resume;
};

Commands::Commands()
    : app("ktour counts and lists knight's tours exactly, level by level: all partial tours of one "
          "length\nare kept as distinct states (visited squares, endpoint) with multiplicities, "
          "expanded at once on\nCPU threads or an NVIDIA GPU, merged, and only then the next "
          "length begins."),
      run_command(app.add_subcommand(
          "run", "Search a board and show every level; check the count; write JSON")),
      count_command(app.add_subcommand("count", "Only the number of tours, as fast as possible")),
      table_command(app.add_subcommand(
          "table", "The numbers of tours of boards of many sizes, as a table or a b-file")),
      list_command(app.add_subcommand("list", "Every tour, streamed")),
      verify_command(app.add_subcommand(
          "verify", "Check a board against the pthread tree, or all published counts (--all)")),
      queens_command(app.add_subcommand(
          "queens", "Another puzzle: n queens on n x n, none attacking another")),
      tiles_command(app.add_subcommand(
          "tiles", "Another puzzle: sliding tiles, every board by its distance from the goal")),
      devices_command(app.add_subcommand("devices", "What a run can use on this machine")),
      resume_command(app.add_subcommand("resume", "Go on with a count from its checkpoint")) {
  app.set_version_flag("--version", fmt::format("ktour {} ({})", kVersion, kGitRevision));
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  ktour run 5x5 --json 5x5.json     the level table of 5x5, checked, with all numbers\n"
      "  ktour count 6x6                   open tours of the 6x6 board\n"
      "  ktour count 8x8 --closed          the closed tours of the chessboard (about 6 GiB)\n"
      "  ktour count 3x1000                a strip; hundreds of digits\n"
      "  ktour table 3..6x3..9 --limit 60s a table of counts\n"
      "  ktour list 5x5 --start c3         the tours that begin in the centre\n"
      "  ktour verify --all                every published count in reach\n"
      "Exit codes: 0 done, 1 mismatch, 2 usage, 3 no device, 4 no memory or disk, 5 corrupted "
      "input,\n130 interrupted.");

  run_command->add_option("board", run.question.board, kBoardHelp)->required();
  add_question(*run_command, run.question, "none");
  add_device(*run_command, run.device);
  run_command->add_option("--json", run.json_path, "Write everything to this file as JSON")
      ->check(named_file());
  run_command->add_flag("--no-verify", run.no_verify, "Skip the pthread tree");
  run_command->add_option("--samples", run.samples, "States of each level to put into the JSON")
      ->check(whole_number(kMostSamples))
      ->capture_default_str();
  run_command
      ->add_option("--unfold-limit", run.most_tours_to_unfold,
                   "Unfold every tour if there are no more than this")
      ->check(whole_number(kAnyNumber))
      ->capture_default_str();

  count_command->add_option("board", count.question.board, kCountBoardHelp)->required();
  add_question(*count_command, count.question, "");
  add_device(*count_command, count.device);
  add_open(*count_command);
  count_command
      ->add_option(
          "--model", count.model,
          "path (visited squares, endpoint), profile (path fragments seen from the squares "
          "to come: 8x8, strips of any length), or auto")
      ->capture_default_str();
  count_command->add_flag("--directed", count.only_directed,
                          "Print only the number that counts a tour and its reverse as two");
  count_command
      ->add_option("--reductions", count.reductions,
                   "Of the profile model: degree, forced, keep, colour, mirror, all or none. The "
                   "count never changes, the frontier shrinks")
      ->capture_default_str();
  count_command->add_option("--json", count.json_path, "Write the level table to this file as JSON")
      ->check(named_file());
  count_command
      ->add_option("--checkpoint", count.checkpoint_directory,
                   "Keep the search in this directory, to go on after an interruption")
      ->check(named_file());
  add_interval(*count_command, count.checkpoint_interval_s);
  count_command
      ->add_option("--spill", count.spill_directory,
                   "The same, and levels that do not fit in memory go on in this directory")
      ->check(named_file())
      ->excludes("--checkpoint");

  table_command
      ->add_option("boards", table.boards,
                   "Rows x columns, each a number or a range, as in 3..8x3..12 or 5x1..20")
      ->required();
  table_command->add_flag("--closed", table.closed, "Count closed tours");
  add_open(*table_command);
  table_command->add_flag("--directed", table.directed,
                          "Count a tour and its reverse as two; the default is as one");
  table_command->add_option("--limit", table.limit,
                            "Most time for one board, as in 60s, 5m or 2h; a board that takes "
                            "longer shows as ?. Default: no limit");
  table_command
      ->add_option("--json", table.json_path, "Write every board's count to this file as JSON")
      ->check(named_file());
  table_command
      ->add_option("--bfile", table.bfile_path,
                   "Write the counts to this file as a b-file of the OEIS, where one side varies; "
                   "- writes it to stdout instead of the table")
      ->check(named_file());
  add_device(*table_command, table.device);

  resume_command
      ->add_option("directory", resume.directory, "What --checkpoint or --spill named before")
      ->required();
  add_device(*resume_command, resume.device);
  resume_command
      ->add_option("--json", resume.json_path, "Write the level table to this file as JSON")
      ->check(named_file());
  add_interval(*resume_command, resume.checkpoint_interval_s);
  resume_command->add_flag("--spill", resume.spills,
                           "Levels that do not fit in memory go on in the directory");

  list_command->add_option("board", list.question.board, kBoardHelp)->required();
  add_question(*list_command, list.question, "all");
  add_device(*list_command, list.device);
  list_command->add_option("--format", list.format, "text, csv, json or binary")
      ->capture_default_str();
  list_command->add_option("--output", list.output_path, "Write to this file, not to stdout")
      ->check(named_file());
  list_command->add_option("--limit", list.limit, "Stop after this many tours; 0 lists all")
      ->check(whole_number(kAnyNumber))
      ->capture_default_str();
  list_command->add_flag("--undirected", list.undirected, "One of each tour and its reverse");

  queens_command
      ->add_option("queens", queens.queens, "How many queens, and the side of their board")
      ->check(whole_number(QueensModel::kMostQueens, 1))
      ->required();
  queens_command
      ->add_option("--reductions", queens.reductions,
                   "close (boards with equal free squares are one state), lookahead (make no child "
                   "that leaves a column or a row without a free square), half (one of each "
                   "solution and its mirror image), all or none; several with commas between. The "
                   "count never changes, the frontier shrinks")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str("all");
  queens_command
      ->add_option("--json", queens.json_path, "Write the level table to this file as JSON")
      ->check(named_file());
  queens_command->add_flag("--no-verify", queens.no_verify, "Skip the comparisons");
  queens_command
      ->add_option("--depth-first-from", queens.depth_first_level,
                   "Go through all that is below the states of this level, one by one, instead of "
                   "merging level by level. Default: where the next level does not fit memory")
      ->check(whole_number(QueensModel::kMostQueens - 1));
  add_device(*queens_command, queens.device);
  CLI::Option* const list_flag =
      queens_command->add_flag("--list", queens.list, "Every solution, streamed");
  for (const char* option : {"--reductions", "--json", "--depth-first-from"})
    list_flag->excludes(queens_command->get_option(option));
  queens_command
      ->add_flag("--fundamental", queens.fundamental,
                 "With --list: one of the solutions that turning and mirroring make of each other")
      ->needs(list_flag);
  queens_command->add_option("--limit", queens.limit, "Stop after this many; 0 lists all")
      ->check(whole_number(kAnyNumber))
      ->needs(list_flag)
      ->capture_default_str();
  queens_command->add_option("--format", queens.format, "text or json")
      ->needs(list_flag)
      ->capture_default_str();
  queens_command->add_option("--output", queens.output_path, "Write to this file, not to stdout")
      ->check(named_file())
      ->needs(list_flag);

  tiles_command
      ->add_option("board", tiles.board,
                   "The board, rows x columns, as in 3x4 (at most 16 squares)")
      ->required();
  tiles_command->add_option("--json", tiles.json_path, "Write the level table to this file as JSON")
      ->check(named_file());
  tiles_command->add_flag("--no-verify", tiles.no_verify, "Skip the comparisons");
  add_device(*tiles_command, tiles.device);

  verify_command->add_option("board", verify.question.board, kBoardHelp);
  CLI::Option* const all =
      verify_command->add_flag("--all", verify.all, "Every published count in reach");
  verify_command
      ->add_option("--states", verify.most_states,
                   "With --all: the counts that take no more states than this; 50000000 is for ten "
                   "minutes")
      ->check(whole_number(kAnyNumber, 1))
      ->needs(all)
      ->capture_default_str();
  add_question(*verify_command, verify.question, "none");
  add_device(*verify_command, verify.device);
  for (const char* option : kQuestionOptions) all->excludes(verify_command->get_option(option));
}

bool is_command(const CLI::App& app, const std::string& word) {
  for (const CLI::App* command : app.get_subcommands({}))
    if (command->get_name() == word) return true;
  return false;
}

// What CLI11 found wrong, in words: it notices a missing command before an unknown one.
std::string parse_error_text(const CLI::ParseError& error, int argc, char** argv,
                             const CLI::App& app) {
  const std::string word = argc > 1 ? argv[1] : "";
  if (!word.empty() && word.front() != '-' && !is_command(app, word))
    return "there is no command '" + word +
           "'; the commands are run, count, resume, table, list, verify, queens, tiles and devices";
  return std::string(error.what()) + "; see `ktour --help`";
}

}  // namespace

int run_command_line(int argc, char** argv) {
  Commands commands;
  try {
    commands.app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      std::ostringstream help;
      commands.app.exit(error, help, help);
      say(help.str());
      return kExitDone;
    }
    throw UsageError(parse_error_text(error, argc, argv, commands.app));
  }
  if (commands.run_command->parsed()) return command_run(commands.run, {argv, argv + argc});
  const std::vector<std::string> words(argv, argv + argc);
  if (commands.count_command->parsed()) return command_count(commands.count, words);
  if (commands.table_command->parsed()) return command_table(commands.table, words);
  if (commands.resume_command->parsed()) return command_resume(commands.resume, words);
  if (commands.list_command->parsed()) return command_list(commands.list);
  if (commands.verify_command->parsed()) return command_verify(commands.verify);
  if (commands.queens_command->parsed()) return command_queens(commands.queens, words);
  if (commands.tiles_command->parsed()) return command_tiles(commands.tiles, words);
  return command_devices();
}

}  // namespace ktour
