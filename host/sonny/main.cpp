// sonny: a knight, a board, and a thread for every choice.
//
// Exit codes: EXIT_SUCCESS when the whole tree was explored, EXIT_FAILURE after one "ERROR: ..."
// line (two lines for wrong arguments), 130 when interrupted.
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <new>
#include <span>
#include <string>
#include <thread>

#include "arguments.hpp"
#include "interrupt.hpp"
#include "limits.hpp"
#include "output.hpp"
#include "report.hpp"
#include "thread_tree.hpp"

namespace {

using namespace ktour::sonny;

constexpr int kExitInterrupted = 130;

#ifdef NO_PARALLEL
constexpr bool kParallelByDefault = false;
#else
constexpr bool kParallelByDefault = true;
#endif

// A branch leaves at least one square for each of its children, so the tree has fewer generations
// than the board has squares.
std::int64_t deepest_possible(const Arguments& arguments) {
  return std::int64_t{arguments.rows} * arguments.columns - 2;
}

// The bound in force; empty where the tree may grow as it wants or never has two branches alive.
// One that was asked for is never raised, but it is cut where the system would refuse threads.
std::optional<std::int64_t> choose_bound(const Arguments& arguments, const SystemLimits& limits) {
  if (!arguments.parallel || arguments.bound.kind == ThreadBound::Kind::kUnlimited)
    return std::nullopt;
  // The kernel keeps a stack and the books of each thread, which a cgroup is charged for.
  constexpr std::int64_t kKernelBytes = std::int64_t{32} << 10;
  const std::int64_t bytes_per_thread = static_cast<std::int64_t>(thread_stack_bytes()) +
                                        kKernelBytes +
                                        board_bytes(arguments.rows, arguments.columns);
  const std::int64_t depth = deepest_possible(arguments);
  if (arguments.bound.kind == ThreadBound::Kind::kFromSystem)
    return default_bound(limits, bytes_per_thread, depth);
  return std::min(arguments.bound.threads, largest_bound(limits, bytes_per_thread, depth));
}

// A thread on a chain sleeps while its child starts and while it ends, so one chain per core leaves
// cores idle. Measured on 5x5 with 2 busy cores: 109 s with 2 chains, 65 with 4, 53 with 8, 43 with
// 16; each one costs places.
std::int64_t wanted_chains() {
  constexpr std::int64_t kChainsPerCore = 4;
  return kChainsPerCore * std::max(1U, std::thread::hardware_concurrency());
}

[[noreturn]] void fail_on_json(const char* call, const Arguments& arguments, Output& output) {
  Line error = Line::error(call, errno);
  error.text("the file of --json, ").text(*arguments.json_path).text(")");
  output.fail(error);
}

// Opened before the search, so that a wrong name costs no time; -1 where no file is asked for.
int open_json(const Arguments& arguments, Output& output) {
  if (!arguments.json_path) return -1;
  const int descriptor =
      open(arguments.json_path->c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) fail_on_json("open", arguments, output);
  return descriptor;
}

void write_json(int descriptor, const std::string& text, const Arguments& arguments,
                Output& output) {
  if (!write_all(descriptor, text) || close(descriptor) != 0)
    fail_on_json("write", arguments, output);
}

int run(const Arguments& arguments) {
  Output output(STDOUT_FILENO);
  // A file opened later would take the place of a closed stdout and get its lines.
  if (fcntl(STDOUT_FILENO, F_GETFD) < 0) output.fail("fcntl", errno, "standard output is closed");
  if (!watch_interrupts()) output.fail("sigaction", errno, "SIGINT and SIGTERM");
  const SystemLimits limits = read_system_limits("/", current_resource_limits());
  if (board_bytes(arguments.rows, arguments.columns) > limits.spare_memory_bytes)
    output.fail("calloc", ENOMEM, "the first board; try a smaller one");
  const int json = open_json(arguments, output);

  const auto bound = choose_bound(arguments, limits);
  TreeOptions options{arguments.rows, arguments.columns, arguments.parallel, arguments.stable_ids,
                      std::nullopt};
  if (bound) options.room = plan_room(*bound, deepest_possible(arguments), wanted_chains());
  ThreadTree tree(options, output);
  const TreeResult result = tree.solve();
  const bool reported = print_report(output, arguments, result, tree.dead_end_boards());
  output.flush();
  if (json >= 0)
    write_json(json, json_summary(arguments, bound, result, tree.dead_end_boards()), arguments,
               output);
  if (result.complete && reported) return EXIT_SUCCESS;
  static_cast<void>(write_all(STDERR_FILENO, "sonny: interrupted, the output is incomplete\n"));
  return kExitInterrupted;
}

}  // namespace

int main(int count, char** words) {
#ifdef M_ARENA_MAX
  // glibc would give the first threads heaps of their own, 64 MiB of address space each, and boards
  // are allocated by one thread and freed by another anyway. A refusal only costs that space.
  static_cast<void>(mallopt(M_ARENA_MAX, 1));
#endif
  // count is 0 where exec was given no name.
  const std::span<const char* const> arguments_given(
      words + std::min(count, 1), static_cast<std::size_t>(std::max(count, 1)) - 1);
  const auto arguments = parse_arguments(arguments_given, kParallelByDefault);
  if (!arguments) {
    static_cast<void>(write_all(STDERR_FILENO, kInvalidArguments));
    return EXIT_FAILURE;
  }
  if (arguments->help) {
    static_cast<void>(write_all(STDOUT_FILENO, kHelp));
    return EXIT_SUCCESS;
  }
  try {
    return run(*arguments);
  } catch (const std::bad_alloc&) {
    // From the main thread while it is alone; what was printed has left with its Output.
    static_cast<void>(write_all(STDERR_FILENO, "ERROR: malloc() failed: Cannot allocate memory\n"));
    return EXIT_FAILURE;
  }
}
