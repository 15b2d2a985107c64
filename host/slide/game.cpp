#include "slide/game.hpp"

#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <optional>
#include <random>

#include "console.hpp"
#include "errors.hpp"
#include "slide/signal_mask.hpp"
#include "slide/slide_game.hpp"
#include "slide/slide_picture.hpp"
#include "slide/slide_screen.hpp"
#include "slide/solver_thread.hpp"
#include "slide/tile_board.hpp"
#include "stop_flag.hpp"

namespace ktour {
namespace {

TileBoard unsolved_board(TileShape shape, std::mt19937_64& random) {
  TileBoard board = TileBoard::random(shape, random);
  while (board.solved()) board = TileBoard::random(shape, random);
  return board;
}

// Waits for a key, an answer or a signal; not longer than `timeout_ms` if that is not negative.
// Throws Interrupted where the terminal is gone.
void wait(const SignalMask& signals, int answers, int timeout_ms) {
  std::array<pollfd, 2> sources{{{STDIN_FILENO, POLLIN, 0}, {answers, POLLIN, 0}}};
  const timespec limit{timeout_ms / 1000, timeout_ms % 1000 * 1'000'000L};
  const int ready =
      ppoll(sources.data(), sources.size(), timeout_ms < 0 ? nullptr : &limit, &signals.before());
  if (ready < 0 && errno != EINTR)
    throw SpaceError(fmt::format("could not wait for the terminal: {}", std::strerror(errno)));
  if (ready > 0 && (sources[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) throw Interrupted();
}

// A game after another until the player quits.
class Session {
 public:
  Session(TileShape shape, std::uint64_t seed, SolverKind solver)
      : random_(seed), game_(unsolved_board(shape, random_)), solver_kind_(solver) {}

  void play() {
    const std::atomic<bool>* const stop = stop_on_signals();
    // Signals come while waiting and at no other time, so none is missed between a look and a wait.
    const SignalMask signals{SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP};
    SlideScreen screen;
    while (!quits_) {
      ask_solver();
      screen.draw(game_);
      wait(signals, solver_.answers().descriptor(), asked_ ? kProgressMs : -1);
      if (*stop) throw Interrupted();
      take_answer();
      while (const std::optional<Key> key = screen.read_key()) press(*key);
    }
  }

  const SlideGame& game() const { return game_; }

 private:
  static constexpr int kProgressMs = 100;

  void ask_solver() {
    const std::optional<TileBoard> wanted =
        game_.wants_answer() ? std::optional(game_.board()) : std::nullopt;
    if (wanted == asked_) return;
    if (wanted)
      solver_.solve(*wanted, solver_kind_);
    else
      solver_.cancel();
    asked_ = wanted;
  }

  void take_answer() {
    if (const std::optional<SolverAnswer> answer = solver_.answers().try_receive()) {
      if (answer->failure) std::rethrow_exception(answer->failure);
      game_.answer(answer->board, answer->route);
    } else if (asked_) {
      const PrepareProgress& progress = solver_.progress();
      if (const std::uint64_t all = progress.all, done = progress.done; done < all)
        game_.preparing(static_cast<int>(100 * done / all));
    }
  }

  void press(Key key) {
    switch (key) {
      case Key::kUp:
        return game_.slide(Slide::kUp);
      case Key::kDown:
        return game_.slide(Slide::kDown);
      case Key::kLeft:
        return game_.slide(Slide::kLeft);
      case Key::kRight:
        return game_.slide(Slide::kRight);
      case Key::kTakeBack:
        return game_.take_back();
      case Key::kHint:
        return game_.hint();
      case Key::kNew:
        return begin(game_.board().shape());
      case Key::kShape:
        return begin(other_shape(game_.board().shape()));
      case Key::kQuit:
        quits_ = true;
        return;
      case Key::kRedraw:
      case Key::kOther:
        return;
    }
  }

  void begin(TileShape shape) { game_ = SlideGame(unsolved_board(shape, random_)); }

  std::mt19937_64 random_;
  SlideGame game_;
  const SolverKind solver_kind_;
  SolverThread solver_;
  std::optional<TileBoard> asked_;  // what the solver works on
  bool quits_ = false;
};

}  // namespace

int play_slide(TileShape shape, std::uint64_t seed, SolverKind solver) {
  if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0)
    throw UsageError(
        "the game needs a terminal, and stdin or stdout is none; `ktour slide --solve BOARD` does "
        "without");
  Session session(shape, seed, solver);
  session.play();
  const SlideGame& game = session.game();
  if (game.solved()) say(game.notice().text + ", score " + *game.score_text() + "\n");
  return kExitDone;
}

}  // namespace ktour
