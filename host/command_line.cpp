#include "command_line.hpp"

#include <fmt/core.h>

#include <sstream>

#include "build_info.hpp"
#include "console.hpp"
#include "errors.hpp"
#include "options.hpp"

namespace ktour {
namespace {

void describe(CLI::App& app) {
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
      "  ktour lab                         watch it, in a browser\n"
      "Exit codes: 0 done, 1 mismatch, 2 usage, 3 no device, 4 no memory or disk, 5 corrupted "
      "input,\n130 interrupted.");
}

// What CLI11 found wrong, in words: it notices a missing command before an unknown one.
std::string parse_error_text(const CLI::ParseError& error, const Words& words,
                             const Commands& commands) {
  const std::string word = words.size() > 1 ? words[1] : "";
  bool is_command = false;
  std::string names;
  for (const Command& command : commands) {
    is_command |= command.app->get_name() == word;
    const char* const before = names.empty() ? "" : &command == &commands.back() ? " and " : ", ";
    names += before + command.app->get_name();
  }
  if (!word.empty() && word.front() != '-' && !is_command)
    return fmt::format("there is no command '{}'; the commands are {}", word, names);
  return std::string(error.what()) + "; see `ktour --help`";
}

}  // namespace

int run_command_line(int argc, char** argv) {
  const Words words(argv, argv + argc);
  CLI::App app(
      "ktour counts and lists knight's tours exactly, level by level: all partial tours of one "
      "length\nare kept as distinct states (visited squares, endpoint) with multiplicities, "
      "expanded at once on\nCPU threads or an NVIDIA GPU, merged, and only then the next "
      "length begins.");
  describe(app);
  Commands commands;
  add_tour_commands(app, commands);
  add_puzzle_commands(app, commands);
  commands.push_back({app.add_subcommand("devices", "What a run can use on this machine"),
                      [](const Words&) { return command_devices(); }});
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      std::ostringstream help;
      app.exit(error, help, help);
      say(help.str());
      return kExitDone;
    }
    throw UsageError(parse_error_text(error, words, commands));
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return command.run(words);
  return kExitUsage;  // not reached: a command is required
}

}  // namespace ktour
