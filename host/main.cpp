// The program `ktour`: reads the command line, runs one command, turns errors into one line on
// stderr and an exit code.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "command_line.hpp"
#include "errors.hpp"

int main(int argc, char** argv) {
  ktour::CommandLine line;
  try {
    line.parse(argc, argv);
    return line.run();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return line.print_help(error);
    std::fprintf(stderr, "ktour: %s; see `ktour --help`\n", error.what());
    return ktour::kExitUsage;
  } catch (const ktour::Error& error) {
    std::fprintf(stderr, "ktour: %s\n", error.what());
    return error.exit_code();
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "ktour: the system refused memory; free some or set a lower --memory\n");
    return ktour::kExitNoSpace;
  }
}
