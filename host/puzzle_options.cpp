// The options of the commands about other puzzles.
#include "options.hpp"
#include "queens_model.hpp"

namespace ktour {
namespace {

constexpr std::uint64_t kMostSlideBoards = 1'000'000;

void add_queens(CLI::App& app, Commands& commands) {
  auto [command, arguments] = add_command<QueensArguments>(
      app, commands, "queens", "Another puzzle: n queens on n x n, none attacking another",
      command_queens);
  command.add_option("queens", arguments.queens, "How many queens, and the side of their board")
      ->check(whole_number(QueensModel::kMostQueens, 1))
      ->required();
  command
      .add_option("--reductions", arguments.reductions,
                  "close (boards with equal free squares are one state), lookahead (make no child "
                  "that leaves a column or a row without a free square), half (one of each "
                  "solution and its mirror image), all or none; several with commas between. The "
                  "count never changes, the frontier shrinks")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str("all");
  command.add_option("--json", arguments.json_path, "Write the level table to this file as JSON")
      ->check(named_file());
  command.add_flag("--no-verify", arguments.no_verify, "Skip the comparisons");
  command
      .add_option("--depth-first-from", arguments.depth_first_level,
                  "Go through all that is below the states of this level, one by one, instead of "
                  "merging level by level. Default: where the next level does not fit memory")
      ->check(whole_number(QueensModel::kMostQueens - 1));
  add_device(command, arguments.device);
  CLI::Option* const list_flag =
      command.add_flag("--list", arguments.list, "Every solution, streamed");
  for (const char* option : {"--reductions", "--json", "--depth-first-from"})
    list_flag->excludes(command.get_option(option));
  command
      .add_flag("--fundamental", arguments.fundamental,
                "With --list: one of the solutions that turning and mirroring make of each other")
      ->needs(list_flag);
  command.add_option("--limit", arguments.limit, "Stop after this many; 0 lists all")
      ->check(whole_number(kAnyNumber))
      ->needs(list_flag)
      ->capture_default_str();
  command.add_option("--format", arguments.format, "text or json")
      ->needs(list_flag)
      ->capture_default_str();
  command.add_option("--output", arguments.output_path, "Write to this file, not to stdout")
      ->check(named_file())
      ->needs(list_flag);
}

void add_tiles(CLI::App& app, Commands& commands) {
  auto [command, arguments] = add_command<TilesArguments>(
      app, commands, "tiles",
      "Another puzzle: sliding tiles, every board by its distance from the goal", command_tiles);
  command
      .add_option("board", arguments.board,
                  "The board, rows x columns, as in 3x4 (at most 16 squares)")
      ->required();
  command.add_option("--json", arguments.json_path, "Write the level table to this file as JSON")
      ->check(named_file());
  command.add_flag("--no-verify", arguments.no_verify, "Skip the comparisons");
  add_device(command, arguments.device);
}

void add_slide(CLI::App& app, Commands& commands) {
  auto [command, arguments] = add_command<SlideArguments>(
      app, commands, "slide", "The sliding puzzle: a game in the terminal, and shortest solutions",
      command_slide);
  CLI::Option* const solved_board =
      command.add_option("--solve", arguments.board,
                         "Print a shortest solution of this board: its tiles row by row and "
                         "0 for the blank, as in \"8 1 3 4 0 2 7 6 5\"");
  CLI::Option* const comparison = command.add_flag(
      "--bench", arguments.compares, "Solve random boards with every solver, and compare the work");
  comparison->excludes(solved_board);
  command.add_option("--size", arguments.size,
                     "Rows x columns, as in 4x4, at most 16 squares. Default: 3x3, with "
                     "--solve what the number of tiles says");
  command.add_option("--solver", arguments.solver,
                     "misplaced (A*, misplaced tiles), conflict (A*, Manhattan distance "
                     "with linear conflict), ida (IDA*, the same) or patterns (IDA*, additive "
                     "pattern databases). All "
                     "find shortest solutions. "
                     "Default: patterns");
  command.add_option("--boards", arguments.boards, "With --bench: how many boards")
      ->check(whole_number(kMostSlideBoards, 1))
      ->needs(comparison)
      ->capture_default_str();
  command.add_option("--seed", arguments.seed, "Random boards: the same ones for the same number")
      ->check(whole_number(kAnyNumber))
      ->excludes(solved_board);
}

}  // namespace

void add_puzzle_commands(CLI::App& app, Commands& commands) {
  add_queens(app, commands);
  add_tiles(app, commands);
  add_slide(app, commands);
}

}  // namespace ktour
