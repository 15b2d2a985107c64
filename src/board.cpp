#include "board.hpp"

#include <charconv>
#include <utility>

#include "errors.hpp"

namespace ktour {
namespace {

constexpr std::array<std::pair<int, int>, 8> kJumps{
    {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}};

// The whole of `text` as a non-negative number, or -1.
int parse_number(std::string_view text) {
  int value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  return error == std::errc{} && stop == end && value >= 0 ? value : -1;
}

std::string column_letters(int column) {
  std::string letters;
  for (int rest = column + 1; rest > 0; rest = (rest - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('a' + (rest - 1) % 26));
  return letters;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return lower;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

}  // namespace

Board::Board(int rows, int columns, std::uint64_t missing)
    : rows_(rows), columns_(columns), present_(0) {
  const std::string size = std::to_string(rows) + "x" + std::to_string(columns);
  if (rows < 1 || columns < 1) throw UsageError("a board needs rows and columns: " + size);
  if (rows > kMaxSquares || columns > kMaxSquares || rows * columns > kMaxSquares)
    throw UsageError("board " + size + " has more than " + std::to_string(kMaxSquares) +
                     " squares, the most the path model takes; `ktour count` has a model for "
                     "larger ones");
  if ((missing & ~rectangle()) != 0)
    throw UsageError("a missing square lies outside the board " + size);
  present_ = rectangle() & ~missing;
  if (present_ == 0) throw UsageError("every square of the board " + size + " is missing");
  for (int square = 0; square < area(); ++square) {
    if (!has(square)) continue;
    for (const auto& [down, right] : kJumps) {
      const int row = square / columns_ + down;
      const int column = square % columns_ + right;
      if (row < 0 || row >= rows_ || column < 0 || column >= columns_) continue;
      const int target = row * columns_ + column;
      if (has(target)) moves_[static_cast<std::size_t>(square)] |= bit(target);
    }
  }
}

Board Board::parse(std::string_view text) {
  const auto cross = text.find_first_of("xX");
  const int rows = cross == std::string_view::npos ? -1 : parse_number(text.substr(0, cross));
  const int columns = rows < 0 ? -1 : parse_number(text.substr(cross + 1));
  if (rows < 0 || columns < 0)
    throw UsageError(quoted(text) + " is not a board; write rows x columns, as in 5x6");
  return Board(rows, columns);
}

std::uint64_t Board::rectangle() const {
  return area() == kMaxSquares ? ~std::uint64_t{0} : bit(area()) - 1;
}

std::uint64_t Board::even_squares() const {
  std::uint64_t mask = 0;
  for (int square = 0; square < area(); ++square)
    if ((square / columns_ + square % columns_) % 2 == 0) mask |= bit(square);
  return mask & present_;
}

int Board::parse_square(std::string_view text) const {
  int row = -1;
  int column = -1;
  if (const auto comma = text.find(','); comma != std::string_view::npos) {
    row = parse_number(text.substr(0, comma));
    column = parse_number(text.substr(comma + 1));
  } else {
    const auto digits = text.find_first_of("0123456789");
    if (digits != std::string_view::npos && digits > 0) {
      const int rank = parse_number(text.substr(digits));
      row = rank < 1 ? -1 : rows_ - rank;
      for (int candidate = 0; candidate < columns_; ++candidate)
        if (column_letters(candidate) == lower_case(text.substr(0, digits))) column = candidate;
    }
  }
  if (row < 0 || row >= rows_ || column < 0 || column >= columns_)
    throw UsageError(quoted(text) + " is not a square of the board " + std::to_string(rows_) + "x" +
                     std::to_string(columns_) +
                     "; write row,column from 0,0 at the upper left, or a chess name such as a1");
  return row * columns_ + column;
}

std::string Board::chess_name(int square) const {
  return column_letters(square % columns_) + std::to_string(rows_ - square / columns_);
}

std::string Board::name() const {
  std::string text = std::to_string(rows_) + "x" + std::to_string(columns_);
  const char* separator = " without ";
  for (std::uint64_t rest = missing(); rest != 0; rest &= rest - 1) {
    text += separator + chess_name(lowest_bit(rest));
    separator = ",";
  }
  return text;
}

std::vector<std::vector<int>> Board::rectangle_symmetries() const {
  std::vector<std::vector<int>> symmetries;
  const bool square_board = rows_ == columns_;
  for (const bool transpose : {false, true}) {
    if (transpose && !square_board) break;
    for (const bool flip_rows : {false, true}) {
      for (const bool flip_columns : {false, true}) {
        std::vector<int> image;
        for (int square = 0; square < area(); ++square) {
          int row = square / columns_;
          int column = square % columns_;
          if (transpose) std::swap(row, column);
          if (flip_rows) row = rows_ - 1 - row;
          if (flip_columns) column = columns_ - 1 - column;
          image.push_back(row * columns_ + column);
        }
        symmetries.push_back(std::move(image));
      }
    }
  }
  return symmetries;
}

}  // namespace ktour
