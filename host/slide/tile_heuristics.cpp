#include "slide/tile_heuristics.hpp"

#include <algorithm>
#include <cstdlib>

namespace ktour {

LinearConflict::LinearConflict(TileShape shape) : shape_(shape) {
  for (int tile = 1; tile < shape.squares(); ++tile)
    for (int square = 0; square < shape.squares(); ++square) {
      const int home = tile - 1;
      const int rows = std::abs(home / shape.columns - square / shape.columns);
      const int columns = std::abs(home % shape.columns - square % shape.columns);
      distance_[static_cast<std::size_t>(tile)][static_cast<std::size_t>(square)] =
          static_cast<std::int8_t>(rows + columns);
    }
  for (int row = 0; row < shape.rows; ++row)
    row_conflicts_.push_back(conflicts_of(row, shape.columns));
  for (int column = 0; column < shape.columns; ++column)
    column_conflicts_.push_back(conflicts_of(shape.rows + column, shape.rows));
}

int LinearConflict::of(const TilePosition& position) const {
  int bound = 0;
  for (int square = 0; square < shape_.squares(); ++square)
    bound += distance_[static_cast<std::size_t>(position.tile(square))]
                      [static_cast<std::size_t>(square)];
  for (int row = 0; row < shape_.rows; ++row)
    bound += row_conflict(row, this->row(position.tiles, row));
  for (int column = 0; column < shape_.columns; ++column)
    bound += column_conflict(column, this->column(position.tiles, column));
  return bound;
}

// A slide along a row leaves the row's order as it is, so only the two columns change; and the
// other way round.
int LinearConflict::after(int estimate, const TilePosition& before, const TileStep& step) const {
  const auto& distance = distance_[static_cast<std::size_t>(step.tile)];
  const std::uint64_t tiles = before.after_slide_from(step.from).tiles;
  const int from_row = step.from / shape_.columns;
  const int to_row = step.to / shape_.columns;
  estimate +=
      distance[static_cast<std::size_t>(step.to)] - distance[static_cast<std::size_t>(step.from)];
  if (from_row != to_row)
    return estimate + row_conflict(from_row, row(tiles, from_row)) +
           row_conflict(to_row, row(tiles, to_row)) -
           row_conflict(from_row, row(before.tiles, from_row)) -
           row_conflict(to_row, row(before.tiles, to_row));
  const int from_column = step.from % shape_.columns;
  const int to_column = step.to % shape_.columns;
  return estimate + column_conflict(from_column, column(tiles, from_column)) +
         column_conflict(to_column, column(tiles, to_column)) -
         column_conflict(from_column, column(before.tiles, from_column)) -
         column_conflict(to_column, column(before.tiles, to_column));
}

LinearConflict::Line LinearConflict::row(std::uint64_t tiles, int row) const {
  return tiles >> (4 * row * shape_.columns) & ((Line{1} << (4 * shape_.columns)) - 1);
}

LinearConflict::Line LinearConflict::column(std::uint64_t tiles, int column) const {
  if (shape_.rows == 4 && shape_.columns == 4) {
    // One multiplication moves the nibbles 0, 4, 8 and 12 side by side to the top.
    constexpr Line kEveryFourth = 0x000F000F000F000F;
    constexpr Line kTogether = Line{1} << 48 | Line{1} << 36 | Line{1} << 24 | Line{1} << 12;
    return (tiles >> (4 * column) & kEveryFourth) * kTogether >> 48;
  }
  Line line = 0;
  for (int row = 0; row < shape_.rows; ++row)
    line |= nibble(tiles, row * shape_.columns + column) << (4 * row);
  return line;
}

int LinearConflict::row_conflict(int row, Line line) const {
  const auto& conflicts = row_conflicts_[static_cast<std::size_t>(row)];
  return conflicts.empty() ? count_conflict(row, line, shape_.columns) : conflicts[line];
}

int LinearConflict::column_conflict(int column, Line line) const {
  const auto& conflicts = column_conflicts_[static_cast<std::size_t>(column)];
  return conflicts.empty() ? count_conflict(shape_.rows + column, line, shape_.rows)
                           : conflicts[line];
}

int LinearConflict::place_in_line(int index, int tile) const {
  if (tile == 0 || tile >= shape_.squares()) return -1;
  const int row = (tile - 1) / shape_.columns;
  const int column = (tile - 1) % shape_.columns;
  if (index < shape_.rows) return row == index ? column : -1;
  return column == index - shape_.rows ? row : -1;
}

// Two slides for each tile of the line that is not in one longest ascending run of places.
int LinearConflict::count_conflict(int index, Line line, int length) const {
  std::array<int, TileBoard::kMostSquares> places{};
  std::array<int, TileBoard::kMostSquares> runs{};  // the longest that ends with this tile
  int tiles = 0;
  int longest = 0;
  for (int square = 0; square < length; ++square) {
    const int place = place_in_line(index, static_cast<int>(nibble(line, square)));
    if (place < 0) continue;
    int run = 1;
    for (std::size_t before = 0; before < static_cast<std::size_t>(tiles); ++before)
      if (places[before] < place) run = std::max(run, runs[before] + 1);
    places[static_cast<std::size_t>(tiles)] = place;
    runs[static_cast<std::size_t>(tiles)] = run;
    ++tiles;
    longest = std::max(longest, run);
  }
  return 2 * (tiles - longest);
}

std::vector<std::uint8_t> LinearConflict::conflicts_of(int index, int length) const {
  std::vector<std::uint8_t> conflicts;
  if (length > kLongestInTable) return conflicts;
  conflicts.resize(std::size_t{1} << (4 * length));
  for (Line line = 0; line < conflicts.size(); ++line)
    conflicts[line] = static_cast<std::uint8_t>(count_conflict(index, line, length));
  return conflicts;
}

}  // namespace ktour
