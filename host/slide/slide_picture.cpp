#include "slide/slide_picture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace ktour {
namespace {

constexpr const char* kDirections = "Arrows or hjkl move a tile into the gap";

bool begins_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

// The first characters of the text, not more than `columns`.
std::string clipped(const std::string& text, int columns) {
  int taken = 0;
  std::size_t bytes = 0;
  for (; bytes < text.size(); ++bytes)
    if (begins_character(text[bytes]) && taken++ == columns) break;
  return text.substr(0, bytes);
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int time = 0; time < times; ++time) all += text;
  return all;
}

std::string centred(const std::string& text, int columns) {
  const int room = std::max(columns - columns_of(text), 0);
  return std::string(static_cast<std::size_t>(room / 2), ' ') + text +
         std::string(static_cast<std::size_t>(room - room / 2), ' ');
}

// Inside its frame. A cell of a size is only taken where the lines above and below the board that
// are dropped no later than this still fit.
struct CellSize {
  int rows;
  int columns;
  int keeps;
};
constexpr std::array<CellSize, 3> kCellSizes{{{5, 11, 6}, {3, 6, 2}, {1, 4, 0}}};

int board_rows(const SlideGame& game, CellSize cell) {
  return game.board().rows() * (cell.rows + 1) + 1;
}

int board_columns(const SlideGame& game, CellSize cell) {
  return game.board().columns() * (cell.columns + 1) + 1;
}

// The horizontal lines of a frame have a beginning, a crossing and an end.
struct FrameText {
  std::array<std::string_view, 3> top, middle, bottom;
  std::string_view horizontal, vertical;
};
constexpr FrameText kBoxFrame{{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}, "─", "│"};
constexpr FrameText kAsciiFrame{{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}, "-", "|"};

// The number, with an arrow if the hint moves it.
std::string tile_text(const SlideGame& game, int square, bool utf8) {
  const TileBoard& board = game.board();
  if (square == board.blank()) return "";
  std::string number = std::to_string(board.tile(square));
  if (!game.hinted() || board.shape().origin(board.blank(), *game.hinted()) != square)
    return number;
  switch (*game.hinted()) {
    case Slide::kUp:
      return (utf8 ? "↑" : "^") + number;
    case Slide::kDown:
      return (utf8 ? "↓" : "v") + number;
    case Slide::kLeft:
      return (utf8 ? "←" : "<") + number;
    case Slide::kRight:
      return number + (utf8 ? "→" : ">");
  }
  return number;
}

Style tile_style(const SlideGame& game, int square) {
  const TileBoard& board = game.board();
  if (square == board.blank()) return Style::kPlain;
  if (game.hinted() && board.shape().origin(board.blank(), *game.hinted()) == square)
    return Style::kTileHinted;
  return board.tile(square) == square + 1 ? Style::kTileAtHome : Style::kTile;
}

void add_board(std::vector<Span>& spans, const SlideGame& game, CellSize cell, int top, int left,
               bool utf8) {
  const FrameText& frame = utf8 ? kBoxFrame : kAsciiFrame;
  const TileBoard& board = game.board();
  const auto add_line = [&](int row, const std::array<std::string_view, 3>& corners) {
    const std::string dashes = repeated(frame.horizontal, cell.columns);
    std::string line(corners[0]);
    for (int column = 0; column < board.columns(); ++column)
      line += dashes + std::string(corners[column + 1 < board.columns() ? 1 : 2]);
    spans.push_back({row, left, line, Style::kPlain});
  };
  add_line(top, frame.top);
  for (int row = 0; row < board.rows(); ++row) {
    const int above = top + row * (cell.rows + 1);
    for (int inside = 0; inside < cell.rows; ++inside) {
      const int y = above + 1 + inside;
      spans.push_back({y, left, std::string(frame.vertical), Style::kPlain});
      for (int column = 0; column < board.columns(); ++column) {
        const int square = row * board.columns() + column;
        const int x = left + column * (cell.columns + 1) + 1;
        const std::string text = inside == cell.rows / 2 ? tile_text(game, square, utf8) : "";
        spans.push_back({y, x, centred(text, cell.columns), tile_style(game, square)});
        spans.push_back({y, x + cell.columns, std::string(frame.vertical), Style::kPlain});
      }
    }
    add_line(above + cell.rows + 1, row + 1 < board.rows() ? frame.middle : frame.bottom);
  }
}

Style notice_style(NoticeKind kind) {
  switch (kind) {
    case NoticeKind::kReady:
    case NoticeKind::kRight:
    case NoticeKind::kSolved:
      return Style::kGood;
    case NoticeKind::kWrong:
    case NoticeKind::kNoTile:
    case NoticeKind::kNothingToTakeBack:
      return Style::kBad;
    case NoticeKind::kWorking:
    case NoticeKind::kWait:
    case NoticeKind::kTakenBack:
    case NoticeKind::kHint:
      return Style::kBusy;
  }
  return Style::kPlain;
}

// Always of the same width, so that it does not jump.
std::string figures(const SlideGame& game) {
  const std::optional<int> distance = game.distance();
  return fmt::format("Moves {:>3}  Fewest left {:>3}  Score {:>5}", game.slides(),
                     distance ? std::to_string(*distance) : "...",
                     game.score_text().value_or("..."));
}

// A line above or below the board. The window drops lines of high numbers first.
struct Line {
  std::string text;
  Style style;
  int dropped_at;  // 0: never
};

struct Lines {
  std::vector<Line> above, below;
};

Lines lines_of(const SlideGame& game) {
  const TileShape shape = game.board().shape();
  const std::string keys =
      fmt::format("? hint  u undo  n new  s {}  q quit", other_shape(shape).text());
  return {{{fmt::format("Sliding tiles {}", shape.text()), Style::kTitle, 2}, {"", {}, 5}},
          {{"", {}, 4},
           {figures(game), Style::kPlain, 0},
           {"", {}, 6},
           {game.notice().text, notice_style(game.notice().kind), 0},
           {"", {}, 3},
           {kDirections, Style::kPlain, 1},
           {keys, Style::kPlain, 0}}};
}

int count_lines(const Lines& lines, int most_dropped) {
  const auto stays = [&](const Line& line) { return line.dropped_at <= most_dropped; };
  return static_cast<int>(std::ranges::count_if(lines.above, stays) +
                          std::ranges::count_if(lines.below, stays));
}

std::vector<Span> too_small(const Window& window, int rows, int columns) {
  const std::string text =
      fmt::format("Too small: {}x{}. Enlarge the window to {}x{}, or q to quit", window.columns,
                  window.rows, columns, rows);
  std::vector<Span> spans;
  std::string line;
  const auto add = [&] {
    const int row = static_cast<int>(spans.size());
    if (row < window.rows) spans.push_back({row, 0, clipped(line, window.columns), Style::kBad});
    line.clear();
  };
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > window.columns) add();
    line += (line.empty() ? "" : " ") + word;
    begin = end + 1;
  }
  add();
  return spans;
}

}  // namespace

int columns_of(const std::string& text) {
  return static_cast<int>(std::ranges::count_if(text, begins_character));
}

TileShape other_shape(TileShape shape) {
  constexpr TileShape kSmall{3, 3};
  constexpr TileShape kLarge{4, 4};
  return shape == kSmall ? kLarge : kSmall;
}

std::vector<Span> picture_of(const SlideGame& game, const Window& window) {
  const Lines lines = lines_of(game);
  const CellSize smallest = kCellSizes.back();
  const int needed_rows = board_rows(game, smallest) + count_lines(lines, 0);
  const int needed_columns = std::max(board_columns(game, smallest), columns_of(kDirections));
  if (needed_rows > window.rows || needed_columns > window.columns)
    return too_small(window, needed_rows, needed_columns);

  const CellSize cell = *std::ranges::find_if(kCellSizes, [&](CellSize size) {
    return board_rows(game, size) + count_lines(lines, size.keeps) <= window.rows &&
           board_columns(game, size) <= window.columns;
  });
  int most_dropped = kCellSizes.front().keeps;  // all
  while (board_rows(game, cell) + count_lines(lines, most_dropped) > window.rows) --most_dropped;
  std::vector<Span> spans;
  int row = (window.rows - board_rows(game, cell) - count_lines(lines, most_dropped)) / 2;
  const auto add = [&](const Line& line) {
    if (line.dropped_at > most_dropped) return;
    const std::string text = clipped(line.text, window.columns);
    if (!text.empty())
      spans.push_back({row, (window.columns - columns_of(text)) / 2, text, line.style});
    ++row;
  };
  for (const Line& line : lines.above) add(line);
  add_board(spans, game, cell, row, (window.columns - board_columns(game, cell)) / 2, window.utf8);
  row += board_rows(game, cell);
  for (const Line& line : lines.below) add(line);
  return spans;
}

}  // namespace ktour
