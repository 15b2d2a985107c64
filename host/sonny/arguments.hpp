// The command line of sonny: <m> <n> [<x>] as the assignment has it, and a few long switches.
//
// Whatever does not make sense gives one answer, the two lines of `kInvalidArguments`, because the
// assignment prescribes that text for every mistake. A switch may stand before, between or after
// the numbers. Nothing here looks at the machine: what is valid does not depend on where it runs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ktour::sonny {

// How many threads may be alive at once, the main thread not counted.
struct ThreadBound {
  enum class Kind { kFromSystem, kUnlimited, kGiven };
  Kind kind = Kind::kFromSystem;
  std::int64_t threads = 0;  // meaningful for kGiven only, at least 1
};

struct Arguments {
  int rows = 0;     // m, above 2
  int columns = 0;  // n, above 2
  // x: dead-end boards with fewer squares covered are not shown; nothing given shows all of them.
  std::optional<std::int64_t> threshold;
  bool parallel = true;
  bool stable_ids = false;
  ThreadBound bound;
  std::optional<std::string> json_path;
  bool help = false;  // nothing else is set then
};

// Lines for stderr, word for word from the assignment, its "a.out" included.
extern const char kInvalidArguments[];
extern const char kHelp[];

// `words` without the name of the program. Empty where the arguments are invalid.
std::optional<Arguments> parse_arguments(std::span<const char* const> words,
                                         bool parallel_by_default);

}  // namespace ktour::sonny
