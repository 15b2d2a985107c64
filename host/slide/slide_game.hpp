// The state of a sliding game, without a terminal and without a solver: the boards so far, the
// score, the notice to show. Answers of a solver are given to it as they come.
//
// A slide changes the distance from the goal, which is the least number of slides left, by one: it
// falls with a correct slide and grows with a wrong one (the parity of the arrangement forbids that
// it stays). So the accumulated correct score, +1 for each correct and -1 for each wrong slide, is
// the distance at the start minus the distance now, and a board that the solver has not come to yet
// only delays what is said about the slides before it. That is why the player waits for the solver
// once, at the start, and never again.
//
// Taking a slide back is a slide like any other: it counts, and it is correct if the distance
// falls. If it were free, trying everything and taking it back would score 1.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "slide/tile_board.hpp"

namespace ktour {

using Route = std::vector<Slide>;  // a shortest way to the solved board

enum class NoticeKind {
  kWorking,
  kReady,
  kWait,  // for the solver, before the first slide or for a hint
  kRight,
  kWrong,
  kNoTile,  // on that side of the blank
  kTakenBack,
  kNothingToTakeBack,
  kHint,
  kSolved,
};

struct Notice {
  NoticeKind kind;
  std::string text;  // one line, ASCII
};

class SlideGame {
 public:
  // From a solvable board.
  explicit SlideGame(const TileBoard& start);

  // What the player does. Nothing changes but the notice where it cannot be done.
  void slide(Slide slide);
  void take_back();
  void hint();

  // The solver's answer for some board; answers for boards that are no longer there change nothing.
  void answer(const TileBoard& board, const Route& route);
  // While the answer is awaited: how far the solver is with what it builds once.
  void preparing(int percent);

  const TileBoard& board() const { return positions_.back().board; }
  bool solved() const { return board().solved(); }
  // Whether board() is to be given to the solver. Never after a slide along the known route, nor on
  // a board that was there before.
  bool wants_answer() const { return !positions_.back().route; }
  const Notice& notice() const { return notice_; }
  // The slide that the last hint showed, until the board changes.
  std::optional<Slide> hinted() const { return hinted_; }

  // Slides made, those taken back and their taking back included.
  int slides() const { return slides_; }
  // Nothing while the solver works.
  std::optional<int> distance() const;
  // The accumulated correct score; likewise.
  std::optional<int> correct_score() const;
  // correct_score / slides to two places, cut, not rounded, so that only a perfect game shows
  // "1.00"; "0.00" before the first slide. Nothing while the solver works on a board after it.
  std::optional<std::string> score_text() const;

 private:
  struct Position {
    TileBoard board;
    std::optional<Route> route;
  };

  void arrive();
  void judge();
  void wait_for_solver();

  std::vector<Position> positions_;  // the start first; taking back removes the last
  int slides_ = 0;
  int judged_slides_ = 0;    // those before the last board of which the distance was known...
  int judged_distance_ = 0;  // ... and that distance
  Notice notice_;
  std::optional<Slide> hinted_;
};

}  // namespace ktour
