#include "known_counts.hpp"

#include <fmt/core.h>

#include <array>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "known_counts_text.hpp"

namespace ktour {
namespace {

enum Column { kGoal, kCounted, kBoard, kSquares, kStart, kValue, kReach, kSource, kColumns };

// The board without all but its first `squares` squares, counted down the columns.
Board ragged(const Board& board, int squares) {
  std::uint64_t present = 0;
  for (int rank = 0; rank < squares; ++rank)
    present |= bit(rank % board.rows() * board.columns() + rank / board.rows());
  return board.without(board.present() & ~present);
}

KnownCount read_line(const std::string& line) {
  std::array<std::string, kColumns> column;
  std::istringstream fields(line);
  for (std::string& field : column)
    if (!std::getline(fields, field, '\t'))
      throw std::logic_error("known_counts.tsv: a line has too few columns: " + line);
  Board board = Board::parse(column[kBoard]);
  if (column[kSquares] != "all") board = ragged(board, std::stoi(column[kSquares]));
  const Goal goal = column[kGoal] == "closed" ? Goal::kClosed : Goal::kOpen;
  KnownCount known{Question::for_all_tours(board, goal),
                   column[kCounted] == "directed",
                   "",
                   column[kValue],
                   column[kReach] == "yes",
                   column[kSource]};
  known.what = fmt::format("{} {}, {}", column[kGoal], column[kBoard], column[kCounted]);
  if (column[kSquares] != "all") known.what += ", first " + column[kSquares] + " squares";
  if (column[kStart] != "all") {
    known.question.starts = bit(board.parse_square(column[kStart]));
    known.what += ", start " + column[kStart];
  }
  return known;
}

}  // namespace

std::vector<KnownCount> known_counts() {
  std::vector<KnownCount> counts;
  std::istringstream lines(kKnownCountsText);
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line.front() != '#') counts.push_back(read_line(line));
  return counts;
}

std::optional<KnownCount> find_known_count(const Question& question) {
  std::optional<KnownCount> found;
  for (KnownCount& known : known_counts()) {
    const Board& board = known.question.board;
    const bool same_board = board.rows() == question.board.rows() &&
                            board.columns() == question.board.columns() &&
                            board.present() == question.board.present();
    // The start of a closed tour does not matter.
    const bool same_starts = known.question.starts == question.starts ||
                             (question.goal == Goal::kClosed && known.question.all_tours());
    if (same_board && same_starts && question.any_end() && known.question.goal == question.goal &&
        (!found || known.directed))
      found = std::move(known);
  }
  return found;
}

Count as_counted(const KnownCount& known, const Count& directed_tours) {
  return known.directed ? directed_tours : undirected(directed_tours, known.question.board);
}

}  // namespace ktour
