#include "arguments.hpp"

#include <fmt/core.h>

#include <cstdio>

#include "console.hpp"
#include "device_choice.hpp"
#include "errors.hpp"
#include "machine.hpp"
#include "stop_flag.hpp"

namespace ktour {

namespace {

// `kind`: "start" or "end".
std::uint64_t read_squares(const Board& board, const std::vector<std::string>& names,
                           const std::string& kind) {
  std::uint64_t squares = 0;
  for (const std::string& name : names) {
    const int square = board.parse_square(name);
    if (!board.has(square))
      throw UsageError(fmt::format("the {} square '{}' is missing", kind, name));
    squares |= bit(square);
  }
  return squares;
}

}  // namespace

Question read_question(const QuestionArguments& arguments) {
  Board board = Board::parse(arguments.board);
  std::uint64_t missing = 0;
  for (const std::string& square : arguments.missing) missing |= bit(board.parse_square(square));
  if (missing != 0) board = board.without(missing);

  Question question = Question::for_all_tours(board, arguments.closed ? Goal::kClosed : Goal::kOpen,
                                              PruneRules::parse(arguments.prune));
  if (arguments.closed && arguments.starts.size() > 1)
    throw UsageError("a closed tour passes every square; give at most one --start with --closed");
  if (arguments.closed && !arguments.ends.empty())
    throw UsageError("a closed tour ends where it began; give --end for open tours only");
  if (!arguments.starts.empty()) question.starts = read_squares(board, arguments.starts, "start");
  if (!arguments.ends.empty()) question.ends = read_squares(board, arguments.ends, "end");
  return question;
}

void bound_memory(RunOptions& options, std::optional<std::uint64_t> wanted_bytes, unsigned shares) {
  const bool on_gpu = options.device.kind == DeviceKind::kCuda;
  const std::uint64_t host_bytes = available_memory_bytes();
  const std::uint64_t free_bytes = on_gpu ? options.device.cuda->free_bytes : host_bytes;
  options.memory_bytes = wanted_bytes.value_or(free_bytes / 8 * 7) / shares;
  options.host_bytes = host_bytes / 8 * 7 / shares;
  options.archive_bytes = (on_gpu ? host_bytes / shares : options.memory_bytes) / 2;
}

RunOptions read_run_options(const DeviceArguments& arguments) {
  RunOptions options;
  options.stop = stop_on_signals();
  options.threads = arguments.threads == 0 ? usable_cores() : arguments.threads;
  options.batch_states = arguments.batch_states;
  options.graphs = !arguments.no_graph;
  std::optional<std::uint64_t> wanted;
  if (!arguments.memory.empty()) wanted = parse_bytes(arguments.memory);
  options.device = choose_device(arguments.device);
  if (arguments.device == "auto")
    note(fmt::format("device: {} ({})\n", name_of(options.device.kind), options.device.why));
  bound_memory(options, wanted);
  return options;
}

}  // namespace ktour
