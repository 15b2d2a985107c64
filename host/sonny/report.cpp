#include "report.hpp"

#include <nlohmann/json.hpp>

#include "interrupt.hpp"

namespace ktour::sonny {
namespace {

// "THREAD 1000: > SSS" for the first row, "THREAD 1000:   S.S" for the others: two blanks stand
// under the arrow, so that the columns of the board line up.
void print_board(Output& output, ThreadId thread, const Arguments& arguments,
                 const DeadEndList& dead_ends, std::int64_t board, std::string& lines) {
  const std::string head = "THREAD " + std::to_string(thread) + ": ";
  lines.clear();
  for (int row = 0; row < arguments.rows; ++row) {
    lines += head;
    lines += row == 0 ? "> " : "  ";
    for (int column = 0; column < arguments.columns; ++column)
      lines += dead_ends.visited(board, row, column) ? 'S' : '.';
    lines += '\n';
  }
  output.print_whole(lines);
}

}  // namespace

bool print_report(Output& output, const Arguments& arguments, const TreeResult& result,
                  const DeadEndList& dead_ends) {
  const ThreadId thread = result.main_thread;
  if (!result.complete) {
    Line mark(thread);
    output.print(mark.text("INCOMPLETE: interrupted; what follows was found until then"));
  }
  Line best(thread);
  best.text("Best solution(s) found visit ").number(result.totals.max_squares);
  best.text(" squares (out of ").number(std::int64_t{arguments.rows} * arguments.columns);
  output.print(best.text(")"));
  Line title(thread);
  output.print(title.text("Dead end boards:"));
  std::string lines;
  for (std::int64_t board = 0; board < dead_ends.boards(); ++board) {
    if (arguments.threshold && dead_ends.covered(board) < *arguments.threshold) continue;
    if (result.complete && interrupted()) {
      Line mark(thread);
      output.print(mark.text("INCOMPLETE: interrupted; further dead end boards are not shown"));
      return false;
    }
    print_board(output, thread, arguments, dead_ends, board, lines);
  }
  return true;
}

std::string json_summary(const Arguments& arguments, const std::optional<std::int64_t>& bound,
                         const TreeResult& result, const DeadEndList& dead_ends) {
  nlohmann::ordered_json by_covered = nlohmann::ordered_json::object();
  for (const auto& [covered, boards] : dead_ends.boards_by_covered())
    by_covered[std::to_string(covered)] = std::to_string(boards);

  nlohmann::ordered_json summary;
  summary["program"] = "sonny";
  summary["rows"] = arguments.rows;
  summary["columns"] = arguments.columns;
  summary["mode"] = arguments.parallel ? "parallel" : "no_parallel";
  summary["max_threads"] = bound ? nlohmann::ordered_json(*bound) : nlohmann::ordered_json(nullptr);
  summary["stack_bytes"] = thread_stack_bytes();
  summary["complete"] = result.complete;
  summary["best_squares"] = result.totals.max_squares;
  summary["threads"] = std::to_string(result.threads);
  summary["most_alive"] = result.most_alive;
  summary["deepest"] = result.totals.deepest;
  summary["full_tours_directed"] = std::to_string(result.totals.full_tours);
  summary["dead_ends"] = std::to_string(dead_ends.boards());
  summary["dead_ends_by_squares"] = by_covered;
  summary["seconds"] = result.seconds;
  return summary.dump(2) + "\n";
}

}  // namespace ktour::sonny
