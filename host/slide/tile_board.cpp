#include "slide/tile_board.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "errors.hpp"

namespace ktour {
namespace {

constexpr std::string_view kBetweenTiles = " \t\r\n,;";
constexpr const char* kHowToWrite =
    "write the tiles row by row and 0 for the blank, as in \"8 1 3 4 0 2 7 6 5\"";

// From 0 to most - 1, each with the same probability. (The standard's own distributions differ from
// one library to the next.)
std::size_t below(std::size_t most, std::mt19937_64& random) {
  const std::uint64_t count = most;
  const std::uint64_t limit = ~std::uint64_t{0} - (~std::uint64_t{0} % count + 1) % count;
  for (;;) {
    const std::uint64_t drawn = random();
    if (drawn <= limit) return static_cast<std::size_t>(drawn % count);
  }
}

std::vector<int> read_numbers(std::string_view text) {
  std::vector<int> numbers;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kBetweenTiles);
    if (begin == std::string_view::npos) return numbers;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kBetweenTiles));
    int number = 0;
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc{} || stop != word.data() + word.size() || number < 0)
      throw UsageError(fmt::format("'{}' is no tile; {}", word, kHowToWrite));
    numbers.push_back(number);
    text.remove_prefix(word.size());
  }
}

TileShape square_of(std::size_t tiles) {
  for (int side = 2; side * side <= TileBoard::kMostSquares; ++side)
    if (std::cmp_equal(side * side, tiles)) return {side, side};
  throw UsageError(
      fmt::format("{} tiles are no square board; a 3x3 board has 9 with the blank and a 4x4 board "
                  "16, and other boards need --size",
                  tiles));
}

}  // namespace

std::string_view name_of(Slide slide) {
  constexpr std::array<std::string_view, 4> kNames{"up", "down", "left", "right"};
  return kNames[static_cast<std::size_t>(slide)];
}

int TileShape::origin(int blank, Slide slide) const {
  const int row = blank / columns;
  const int column = blank % columns;
  switch (slide) {
    case Slide::kUp:
      return row + 1 < rows ? blank + columns : -1;
    case Slide::kDown:
      return row > 0 ? blank - columns : -1;
    case Slide::kLeft:
      return column + 1 < columns ? blank + 1 : -1;
    case Slide::kRight:
      return column > 0 ? blank - 1 : -1;
  }
  return -1;
}

std::string TileShape::text() const { return fmt::format("{}x{}", rows, columns); }

TileShape TileShape::parse(const std::string& text) {
  TileShape shape;
  const char* const end = text.data() + text.size();
  const auto [middle, first] = std::from_chars(text.data(), end, shape.rows);
  if (first == std::errc{} && middle != end && *middle == 'x') {
    const auto [stop, second] = std::from_chars(middle + 1, end, shape.columns);
    if (second == std::errc{} && stop == end) return shape;
  }
  throw UsageError(fmt::format("'{}' is no size; write rows x columns, as in 3x3 or 4x4", text));
}

TileBoard::TileBoard(TileShape shape) : shape_(shape) {
  constexpr int kMostInLine = kMostSquares / 2;
  if (shape.rows < 2 || shape.columns < 2 || shape.rows > kMostInLine ||
      shape.columns > kMostInLine || shape.squares() > kMostSquares)
    throw UsageError(fmt::format(
        "{} is no board to slide on; it takes two rows and columns at least and {} squares at most",
        shape.text(), kMostSquares));
  for (int square = 0; square + 1 < squares(); ++square)
    tiles_[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(square + 1);
  blank_ = squares() - 1;
}

TileBoard TileBoard::parse(std::string_view text, TileShape shape) {
  TileBoard board(shape);
  const std::vector<int> numbers = read_numbers(text);
  if (numbers.size() != static_cast<std::size_t>(board.squares()))
    throw UsageError(fmt::format("a {} board has {} tiles with the blank, and {} are given; {}",
                                 shape.text(), board.squares(), numbers.size(), kHowToWrite));
  for (const int number : numbers)
    if (number >= board.squares())
      throw UsageError(
          fmt::format("there is no tile {} on a {} board, only 1 to {} and the blank 0", number,
                      shape.text(), board.squares() - 1));
  const auto count_of = [&](int tile) { return std::ranges::count(numbers, tile); };
  for (int missing = 0; missing < board.squares(); ++missing)
    if (count_of(missing) == 0) {
      int repeated = 0;
      while (count_of(repeated) < 2) ++repeated;
      throw UsageError(
          fmt::format("{} is there {} times and {} is missing; a {} board has each of 1 to "
                      "{} and the blank 0 once",
                      repeated, count_of(repeated), missing, shape.text(), board.squares() - 1));
    }
  for (std::size_t square = 0; square < board.tiles_.size() && square < numbers.size(); ++square)
    board.tiles_[square] = static_cast<std::uint8_t>(numbers[square]);
  board.blank_ = static_cast<int>(std::ranges::find(numbers, 0) - numbers.begin());
  return board;
}

TileBoard TileBoard::parse(std::string_view text) {
  return parse(text, square_of(read_numbers(text).size()));
}

// Tiles 1 and 2 change places where the board drawn is not solvable, which pairs the boards that
// are not with those that are.
TileBoard TileBoard::random(TileShape shape, std::mt19937_64& random) {
  TileBoard board(shape);
  auto& tiles = board.tiles_;
  for (auto left = static_cast<std::size_t>(board.squares()); left > 1; --left)
    std::swap(tiles[left - 1], tiles[below(left, random)]);
  board.blank_ = static_cast<int>(std::ranges::find(tiles, 0) - tiles.begin());
  if (!board.solvable()) std::swap(*std::ranges::find(tiles, 1), *std::ranges::find(tiles, 2));
  return board;
}

void TileBoard::slide(Slide slide) {
  const int from = shape_.origin(blank_, slide);
  std::swap(tiles_[static_cast<std::size_t>(from)], tiles_[static_cast<std::size_t>(blank_)]);
  blank_ = from;
}

int TileBoard::inversions() const {
  int pairs = 0;
  for (int first = 0; first < squares(); ++first)
    for (int second = first + 1; second < squares(); ++second)
      pairs += tile(second) != 0 && tile(first) > tile(second) ? 1 : 0;
  return pairs;
}

bool TileBoard::solvable() const {
  const int rows_below = rows() - 1 - blank_ / columns();
  return (inversions() + (columns() % 2 == 0 ? rows_below : 0)) % 2 == 0;
}

void TileBoard::require_solvable() const {
  if (solvable()) return;
  const int pairs = inversions();
  const std::string counted = fmt::format("{} inversion{}", pairs, pairs == 1 ? "" : "s");
  if (columns() % 2 != 0)
    throw UsageError(fmt::format(
        "the board cannot be solved: it has {}, and with {} columns their number must be even",
        counted, columns()));
  const int rows_below = rows() - 1 - blank_ / columns();
  throw UsageError(fmt::format(
      "the board cannot be solved: it has {} and {} row{} below the blank, and with {} columns "
      "their sum must be even",
      counted, rows_below, rows_below == 1 ? "" : "s", columns()));
}

std::uint64_t TileBoard::packed() const {
  std::uint64_t word = 0;
  for (int square = 0; square < squares(); ++square)
    word |= static_cast<std::uint64_t>(tile(square)) << (4 * square);
  return word;
}

std::string TileBoard::text() const {
  std::string text;
  for (int square = 0; square < squares(); ++square)
    text += fmt::format("{}{}", square == 0 ? "" : " ", tile(square));
  return text;
}

}  // namespace ktour
