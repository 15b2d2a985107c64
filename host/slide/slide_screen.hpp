// The terminal of the sliding game: ncurses and nothing of the rules. Colours where the terminal
// has them, else bold and reverse; box characters and arrows where the locale is UTF-8, else ASCII.
#pragma once

#include <optional>

#include "slide/slide_game.hpp"

// What curses.h calls SCREEN.
struct screen;

namespace ktour {

enum class Key {
  kUp,
  kDown,
  kLeft,
  kRight,
  kTakeBack,
  kHint,
  kNew,
  kShape,
  kQuit,
  kRedraw,
  kOther
};

// One at a time. From its beginning to its end the terminal belongs to it; whatever ends the game
// must end it too, so that the terminal is left as it was.
class SlideScreen {
 public:
  // Throws UsageError where TERM names no terminal on which the cursor can be placed.
  SlideScreen();
  ~SlideScreen();
  SlideScreen(const SlideScreen&) = delete;
  SlideScreen& operator=(const SlideScreen&) = delete;

  // What has been pressed and not read; never waits. A new size of the window is kRedraw.
  std::optional<Key> read_key();

  void draw(const SlideGame& game);

 private:
  screen* screen_;
  bool utf8_;
  bool colours_ = false;
};

}  // namespace ktour
