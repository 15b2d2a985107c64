// What windows of all sizes show of the sliding game.
#include "slide/slide_picture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "slide/slide_game.hpp"

namespace ktour {
namespace {

SlideGame hinted_game() {
  SlideGame game(TileBoard::parse("1 2 3 4 0 5 7 8 6"));
  game.answer(game.board(), {Slide::kLeft, Slide::kUp});
  game.hint();
  return game;
}

SlideGame large_game() {
  SlideGame game(TileBoard::parse("1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15"));
  game.answer(game.board(), {Slide::kLeft});
  return game;
}

// The rows of the window, with blanks at their ends; the spans are checked to be in it and apart.
std::vector<std::string> rows_of(const SlideGame& game, const Window& window) {
  std::vector<std::vector<std::string>> places(
      static_cast<std::size_t>(window.rows),
      std::vector<std::string>(static_cast<std::size_t>(window.columns), ""));
  for (const Span& span : picture_of(game, window)) {
    const int end = span.column + columns_of(span.text);
    if (span.row < 0 || span.row >= window.rows || span.column < 0 || end > window.columns) {
      ADD_FAILURE() << span.text << " at " << span.row << ", " << span.column << " in a window of "
                    << window.columns << "x" << window.rows;
      return {};
    }
    auto place = places[static_cast<std::size_t>(span.row)].begin() + span.column;
    for (std::size_t byte = 0; byte < span.text.size(); ++place) {
      EXPECT_EQ(*place, "");
      do *place += span.text[byte++];
      while (byte < span.text.size() && (span.text[byte] & '\xC0') == '\x80');
    }
  }
  std::vector<std::string> rows;
  for (const auto& row : places) {
    rows.emplace_back();
    for (const std::string& place : row) rows.back() += place.empty() ? " " : place;
  }
  return rows;
}

std::string shown(const SlideGame& game, const Window& window) {
  std::string text;
  for (std::string row : rows_of(game, window)) {
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

TEST(SlidePicture, TheSmallestWindowOfA3x3Board) {
  EXPECT_EQ(shown(hinted_game(), {10, 39, false}), R"(           +----+----+----+
           | 1  | 2  | 3  |
           +----+----+----+
           | 4  |    | <5 |
           +----+----+----+
           | 7  | 8  | 6  |
           +----+----+----+
Moves   0  Fewest left   2  Score  0.00
           Hint: move 5 left
 ? hint  u undo  n new  s 4x4  q quit
)");
}

TEST(SlidePicture, BoxesAndArrowsWithUtf8) {
  EXPECT_EQ(shown(hinted_game(), {12, 40, true}), R"(           Sliding tiles 3x3
            ┌────┬────┬────┐
            │ 1  │ 2  │ 3  │
            ├────┼────┼────┤
            │ 4  │    │ ←5 │
            ├────┼────┼────┤
            │ 7  │ 8  │ 6  │
            └────┴────┴────┘
Moves   0  Fewest left   2  Score  0.00
           Hint: move 5 left
Arrows or hjkl move a tile into the gap
  ? hint  u undo  n new  s 4x4  q quit
)");
}

TEST(SlidePicture, AStandardWindowHoldsLargeTilesOfA4x4Board) {
  const std::string text = shown(large_game(), {24, 80, true});
  EXPECT_NE(text.find("│  15  │"), std::string::npos) << text;
  EXPECT_NE(text.find("Sliding tiles 4x4"), std::string::npos) << text;
  EXPECT_NE(text.find("Arrows or hjkl move a tile into the gap"), std::string::npos) << text;
  EXPECT_NE(text.find("s 3x3"), std::string::npos) << text;
}

TEST(SlidePicture, EveryWindowShowsTheGameOrSaysWhichSizeWould) {
  for (const SlideGame& game : {hinted_game(), large_game()}) {
    const int least_rows = game.board().rows() == 3 ? 10 : 12;
    for (int rows = 1; rows <= 45; ++rows)
      for (const int columns : {1, 2, 7, 20, 38, 39, 40, 79, 120, 200})
        for (const bool utf8 : {false, true}) {
          const std::string text = shown(game, {rows, columns, utf8});
          const bool fits = rows >= least_rows && columns >= 39;
          EXPECT_EQ(text.find(game.notice().text) != std::string::npos, fits);
          EXPECT_EQ(text.find("Fewest left") != std::string::npos, fits);
          EXPECT_EQ(text.find("q quit") != std::string::npos, fits);
          EXPECT_TRUE(utf8 || std::ranges::all_of(text, [](char byte) { return byte > 0; }))
              << text;
          if (fits || columns < 20 || rows < 4) continue;
          EXPECT_NE(text.find("39x" + std::to_string(least_rows)), std::string::npos) << text;
        }
  }
}

TEST(SlidePicture, StylesOfTiles) {
  const auto style_of = [](const std::string& text) {
    for (const Span& span : picture_of(hinted_game(), {24, 80, false}))
      if (span.text.find(text) != std::string::npos) return span.style;
    return Style::kPlain;
  };
  EXPECT_EQ(style_of(" 4 "), Style::kTileAtHome);
  EXPECT_EQ(style_of(" <5 "), Style::kTileHinted);
  EXPECT_EQ(style_of(" 6 "), Style::kTile);
  EXPECT_EQ(style_of("Hint:"), Style::kBusy);
}

}  // namespace
}  // namespace ktour
