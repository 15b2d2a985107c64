#include "arguments.hpp"

#include <fmt/core.h>

#include <cstdio>

#include "console.hpp"
#include "device_choice.hpp"
#include "errors.hpp"
#include "machine.hpp"
#include "stop_flag.hpp"

namespace ktour {

Question read_question(const QuestionArguments& arguments) {
  Board board = Board::parse(arguments.board);
  std::uint64_t missing = 0;
  for (const std::string& square : arguments.missing) missing |= bit(board.parse_square(square));
  if (missing != 0) board = board.without(missing);

  Question question = Question::for_all_tours(board, arguments.closed ? Goal::kClosed : Goal::kOpen,
                                              PruneRules::parse(arguments.prune));
  if (arguments.starts.empty()) return question;
  if (arguments.closed && arguments.starts.size() > 1)
    throw UsageError("a closed tour passes every square; give at most one --start with --closed");
  question.starts = 0;
  for (const std::string& square : arguments.starts) {
    const int start = board.parse_square(square);
    if (!board.has(start)) throw UsageError("the start square '" + square + "' is missing");
    question.starts |= bit(start);
  }
  return question;
}

RunOptions read_run_options(const DeviceArguments& arguments) {
  RunOptions options;
  options.stop = stop_on_signals();
  options.threads = arguments.threads == 0 ? usable_cores() : arguments.threads;
  options.batch_states = arguments.batch_states;
  options.graphs = !arguments.no_graph;
  const std::uint64_t wanted = arguments.memory.empty() ? 0 : parse_bytes(arguments.memory);
  options.device = choose_device(arguments.device);
  if (arguments.device == "auto")
    note(fmt::format("device: {} ({})\n", name_of(options.device.kind), options.device.why));
  const bool on_gpu = options.device.kind == DeviceKind::kCuda;
  const std::uint64_t free_bytes =
      on_gpu ? options.device.cuda->free_bytes : available_memory_bytes();
  options.memory_bytes = arguments.memory.empty() ? free_bytes / 8 * 7 : wanted;
  options.host_bytes = available_memory_bytes() / 8 * 7;
  options.archive_bytes = (on_gpu ? available_memory_bytes() : options.memory_bytes) / 2;
  return options;
}

}  // namespace ktour
