// The command line of `ktour`: commands, options, and the help that explains them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "arguments.hpp"

namespace ktour {

class CommandLine {
 public:
  CommandLine();

  // Throws CLI::ParseError, also for --help and --version.
  void parse(int argc, char** argv);
  // Runs the command that was parsed and returns its exit code. Throws Error.
  int run() const;
  // Prints what --help or --version asked for and returns 0.
  int print_help(const CLI::ParseError& error) { return app_.exit(error); }

 private:
  CLI::App app_;
  std::vector<std::string> words_;  // as given
  CLI::App* run_command_;
  CLI::App* count_command_;
  CLI::App* list_command_;
  CLI::App* verify_command_;
  RunArguments run_;
  CountArguments count_;
  ListArguments list_;
  VerifyArguments verify_;
};

}  // namespace ktour
