#include "slide/slide_screen.hpp"

#define NCURSES_NOMACROS 1
#include <curses.h>
#include <fmt/core.h>
#include <langinfo.h>

#include <cctype>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "console.hpp"
#include "errors.hpp"
#include "slide/slide_picture.hpp"

namespace ktour {
namespace {

constexpr short kDefault = -1;
constexpr int kEscapeWaitMs = 25;  // for the rest of an arrow key's characters
constexpr int kControlL = 'L' - '@';

struct Look {
  short foreground;
  short background;
  attr_t with_colours;
  attr_t without;
};

Look look_of(Style style) {
  switch (style) {
    case Style::kPlain:
      return {kDefault, kDefault, A_NORMAL, A_NORMAL};
    case Style::kTitle:
      return {kDefault, kDefault, A_BOLD, A_BOLD};
    case Style::kTile:
      return {COLOR_WHITE, COLOR_BLUE, A_BOLD, A_NORMAL};
    case Style::kTileAtHome:
      return {COLOR_BLACK, COLOR_GREEN, A_NORMAL, A_BOLD};
    case Style::kTileHinted:
      return {COLOR_BLACK, COLOR_YELLOW, A_NORMAL, A_REVERSE};
    case Style::kGood:
      return {COLOR_GREEN, kDefault, A_BOLD, A_BOLD};
    case Style::kBad:
      return {COLOR_RED, kDefault, A_BOLD, A_BOLD};
    case Style::kBusy:
      return {COLOR_YELLOW, kDefault, A_BOLD, A_BOLD};
  }
  return {kDefault, kDefault, A_NORMAL, A_NORMAL};
}

short pair_of(Style style) { return static_cast<short>(static_cast<int>(style) + 1); }

Key key_of(int code) {
  switch (code < 0x80 ? std::tolower(code) : code) {
    case KEY_UP:
    case 'k':
      return Key::kUp;
    case KEY_DOWN:
    case 'j':
      return Key::kDown;
    case KEY_LEFT:
    case 'h':
      return Key::kLeft;
    case KEY_RIGHT:
    case 'l':
      return Key::kRight;
    case 'u':
      return Key::kTakeBack;
    case '?':
    case ' ':
      return Key::kHint;
    case 'n':
      return Key::kNew;
    case 's':
      return Key::kShape;
    case 'q':
      return Key::kQuit;
    case KEY_RESIZE:
    case kControlL:
      return Key::kRedraw;
    default:
      return Key::kOther;
  }
}

}  // namespace

SlideScreen::SlideScreen() {
  std::setlocale(LC_CTYPE, "");
  utf8_ = std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
  const char* const terminal = std::getenv("TERM");
  screen_ = newterm(nullptr, stdout, stdin);
  const bool places_cursor = screen_ != nullptr && tigetstr("cup") != nullptr;
  if (!places_cursor) {
    if (screen_ != nullptr) {
      endwin();
      delscreen(screen_);
    }
    throw UsageError(fmt::format(
        "the terminal '{}' (TERM) is unknown or cannot place its cursor; set TERM to what it is, "
        "as in TERM=xterm or TERM=vt100",
        one_line(terminal == nullptr ? "" : terminal)));
  }
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  set_escdelay(kEscapeWaitMs);
  curs_set(0);
  colours_ = has_colors() && start_color() == OK;
  if (!colours_) return;
  use_default_colors();
  for (int style = 0; style <= static_cast<int>(Style::kBusy); ++style) {
    const Look look = look_of(static_cast<Style>(style));
    init_pair(pair_of(static_cast<Style>(style)), look.foreground, look.background);
  }
}

SlideScreen::~SlideScreen() {
  endwin();
  delscreen(screen_);
}

std::optional<Key> SlideScreen::read_key() {
  const int code = getch();
  if (code == ERR) return std::nullopt;
  const Key key = key_of(code);
  if (key == Key::kRedraw) clearok(stdscr, TRUE);
  return key;
}

void SlideScreen::draw(const SlideGame& game) {
  werase(stdscr);
  for (const Span& span : picture_of(game, {getmaxy(stdscr), getmaxx(stdscr), utf8_})) {
    const Look look = look_of(span.style);
    if (colours_)
      wattr_set(stdscr, look.with_colours, pair_of(span.style), nullptr);
    else
      wattr_set(stdscr, look.without, 0, nullptr);
    mvwaddstr(stdscr, span.row, span.column, span.text.c_str());
  }
  wattr_set(stdscr, A_NORMAL, 0, nullptr);
  wrefresh(stdscr);
}

}  // namespace ktour
