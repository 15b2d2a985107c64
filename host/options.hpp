// What the commands' options share: how commands come to be, questions, devices, and checks of values.
#pragma once

#include <CLI/CLI.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "arguments.hpp"

namespace ktour {

using Words = std::vector<std::string>;  // the command line

struct Command {
  CLI::App* app;
  std::function<int(const Words&)> run;  // returns the exit code
};
using Commands = std::vector<Command>;

// The commands of tours, and of other puzzles, with their options (tour_options.cpp,
// puzzle_options.cpp).
void add_tour_commands(CLI::App& app, Commands& commands);
void add_puzzle_commands(CLI::App& app, Commands& commands);

// A command that is run as `run(arguments)` or `run(arguments, words)`. Its options go into the
// arguments, which live as long as the commands do.
template <class Arguments, class Run>
std::pair<CLI::App&, Arguments&> add_command(CLI::App& app, Commands& commands, const char* name,
                                             const char* description, Run run) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* const command = app.add_subcommand(name, description);
  commands.push_back({command, [arguments, run](const Words& words) {
                        if constexpr (std::is_invocable_v<Run, const Arguments&, const Words&>)
                          return run(*arguments, words);
                        else
                          return run(*arguments);
                      }});
  return {*command, *arguments};
}

inline constexpr const char* kBoardHelp =
    "The board, rows x columns, as in 5x6 (at most 64 squares)";
inline constexpr std::uint64_t kAnyNumber = ~std::uint64_t{0};

// A whole number from `least` to `most`; CLI11 alone lets negative ones wrap.
CLI::Validator whole_number(std::uint64_t most, std::uint64_t least = 0);

// Some text.
CLI::Validator not_empty();

// The name of a file to write or read.
CLI::Validator named_file();

// Which tours of a board. The options are kQuestionOptions.
void add_question(CLI::App& command, QuestionArguments& question, const char* default_prune);
inline constexpr std::array<const char*, 5> kQuestionOptions{"--closed", "--start", "--end",
                                                             "--missing", "--prune"};

// Where to search.
void add_device(CLI::App& command, DeviceArguments& device);

}  // namespace ktour
