// The command line of `ktour`: commands, options, and the help that explains them.
#pragma once

namespace ktour {

// Runs the command that was asked for and returns its exit code. Throws Error.
int run_command_line(int argc, char** argv);

}  // namespace ktour
