// The part of `ktour queens` that lists solutions.
#pragma once

#include "arguments.hpp"

namespace ktour {

// Returns the exit code.
int command_queens_list(const QueensArguments& arguments);

}  // namespace ktour
