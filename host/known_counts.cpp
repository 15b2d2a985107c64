#include "known_counts.hpp"

#include <fmt/core.h>

#include <array>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "known_counts_text.hpp"

namespace ktour {
namespace {

enum Column { kGoal, kCounted, kBoard, kSquares, kStart, kValue, kStates, kSource, kColumns };
using Line = std::array<std::string, kColumns>;

// The board without all but its first `squares` squares, counted down the columns.
Board ragged(const Board& board, int squares) {
  std::uint64_t present = 0;
  for (int rank = 0; rank < squares; ++rank)
    present |= bit(rank % board.rows() * board.columns() + rank / board.rows());
  return board.without(board.present() & ~present);
}

CountTask read_task(const Line& column) {
  const Goal goal = column[kGoal] == "closed" ? Goal::kClosed : Goal::kOpen;
  if (column[kSquares] == "all" && column[kStart] == "all") {
    const std::size_t cross = column[kBoard].find('x');
    return count_task(std::stoi(column[kBoard]), std::stoi(column[kBoard].substr(cross + 1)), goal);
  }
  Board board = Board::parse(column[kBoard]);
  if (column[kSquares] != "all") board = ragged(board, std::stoi(column[kSquares]));
  Question question = Question::for_all_tours(board, goal);
  if (column[kStart] != "all") question.starts = bit(board.parse_square(column[kStart]));
  return count_task(question);
}

KnownCount read_line(const std::string& line) {
  Line column;
  std::istringstream fields(line);
  for (std::string& field : column)
    if (!std::getline(fields, field, '\t'))
      throw std::logic_error("known_counts.tsv: a line has too few columns: " + line);
  KnownCount known;
  known.task = read_task(column);
  known.directed = column[kCounted] == "directed";
  known.value = column[kValue];
  if (column[kStates] != "-") known.states = std::stoull(column[kStates]);
  known.source = column[kSource];
  known.what = fmt::format("{} {}, {}", column[kGoal], column[kBoard], column[kCounted]);
  if (column[kSquares] != "all") known.what += ", first " + column[kSquares] + " squares";
  if (column[kStart] != "all") known.what += ", start " + column[kStart];
  return known;
}

std::vector<KnownCount> read_table() {
  std::vector<KnownCount> counts;
  std::istringstream lines(kKnownCountsText);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line.front() != '#') counts.push_back(read_line(line));
  return counts;
}

}  // namespace

const std::vector<KnownCount>& known_counts() {
  static const std::vector<KnownCount> counts = read_table();
  return counts;
}

std::optional<KnownCount> find_known_count(const CountTask& task) {
  const KnownCount* found = nullptr;
  for (const KnownCount& known : known_counts()) {
    const ProfileQuestion& question = known.task.question;
    if (question.strip == task.question.strip && question.count == task.question.count &&
        (found == nullptr || known.directed))
      found = &known;
  }
  return found == nullptr ? std::nullopt : std::optional(*found);
}

Count as_counted(const KnownCount& known, const Count& directed_tours) {
  return known.directed ? directed_tours
                        : undirected(directed_tours, known.task.question.strip.squares());
}

}  // namespace ktour
