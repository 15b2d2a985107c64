// What the window shows of a game: pieces of text with a place and a meaning, without a terminal.
//
//        Sliding tiles 3x3          the board in the middle, as large as the window lets it be;
//     ┌──────┬──────┬──────┐        then what the player has done, the notice, the keys. A window
//     │  1   │  5   │  2   │        without room for all of it loses blank lines first, then the
//     ├──────┼──────┼──────┤        title, then the line that says which way tiles move.
//     ...
#pragma once

#include <string>
#include <vector>

#include "slide/slide_game.hpp"

namespace ktour {

enum class Style {
  kPlain,
  kTitle,
  kTile,
  kTileAtHome,  // where the solved board has it
  kTileHinted,
  kGood,  // notices
  kBad,
  kBusy,
};

struct Span {
  int row;
  int column;
  std::string text;
  Style style;
};

struct Window {
  int rows;
  int columns;
  bool utf8;  // else all text is ASCII
};

// Nothing is outside the window, and no two spans are on one place. A window that is too small for
// the board says so, as far as it can, and which size would do.
std::vector<Span> picture_of(const SlideGame& game, const Window& window);

// Places that UTF-8 text takes, all characters being one wide.
int columns_of(const std::string& text);

// The size to change to: a 4x4 board for a 3x3 one, and a 3x3 board for all others.
TileShape other_shape(TileShape shape);

}  // namespace ktour
