#include "slide/slide_game.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace ktour {
namespace {

int length(const Route& route) { return static_cast<int>(route.size()); }

// What is left of a route after its first slide.
Route rest_of(const Route& route) { return {route.begin() + 1, route.end()}; }

std::string slides_text(int slides) {
  return fmt::format("{} move{}", slides, slides == 1 ? "" : "s");
}

}  // namespace

SlideGame::SlideGame(const TileBoard& start)
    : notice_{NoticeKind::kWorking, "Working out the shortest way"} {
  positions_.push_back({start, std::nullopt});
  if (solved()) answer(start, {});
}

void SlideGame::slide(Slide slide) {
  if (solved()) return;
  if (slides_ == 0 && wants_answer()) return wait_for_solver();
  if (!board().legal(slide)) {
    notice_ = {NoticeKind::kNoTile, fmt::format("No tile can move {}", name_of(slide))};
    return;
  }
  Position next{board(), std::nullopt};
  next.board.slide(slide);
  const std::optional<Route>& route = positions_.back().route;
  const auto before = std::ranges::find(positions_, next.board, &Position::board);
  if (next.board.solved())
    next.route.emplace();
  else if (route && route->front() == slide)
    next.route = rest_of(*route);
  else if (before != positions_.end())
    next.route = before->route;
  positions_.push_back(std::move(next));
  arrive();
}

void SlideGame::take_back() {
  if (solved()) return;
  if (positions_.size() == 1) {
    notice_ = {NoticeKind::kNothingToTakeBack, "There is no move to take back"};
    return;
  }
  positions_.pop_back();
  arrive();
  if (!wants_answer()) notice_ = {NoticeKind::kTakenBack, "Taken back, which is a move too"};
}

void SlideGame::hint() {
  if (solved()) return;
  if (wants_answer()) return wait_for_solver();
  hinted_ = positions_.back().route->front();
  const int tile = board().tile(board().shape().origin(board().blank(), *hinted_));
  notice_ = {NoticeKind::kHint, fmt::format("Hint: move {} {}", tile, name_of(*hinted_))};
}

void SlideGame::answer(const TileBoard& board, const Route& route) {
  const bool waited = wants_answer();
  for (Position& position : positions_)
    if (position.board == board) position.route = route;
  if (waited && !wants_answer()) judge();
}

void SlideGame::preparing(int percent) {
  if (wants_answer())
    notice_ = {NoticeKind::kWorking, fmt::format("Building the solver's table: {}%", percent)};
}

std::optional<int> SlideGame::distance() const {
  if (wants_answer()) return std::nullopt;
  return length(*positions_.back().route);
}

std::optional<int> SlideGame::correct_score() const {
  if (wants_answer()) return std::nullopt;
  return length(*positions_.front().route) - *distance();
}

std::optional<std::string> SlideGame::score_text() const {
  if (slides_ == 0) return "0.00";
  const std::optional<int> correct = correct_score();
  if (!correct) return std::nullopt;
  const int hundredths = 100 * *correct / slides_;
  return fmt::format("{}{}.{:02}", hundredths < 0 ? "-" : "", std::abs(hundredths) / 100,
                     std::abs(hundredths) % 100);
}

// The board has changed by a slide.
void SlideGame::arrive() {
  ++slides_;
  hinted_.reset();
  if (wants_answer())
    notice_ = {NoticeKind::kWorking, "Working out the shortest way"};
  else
    judge();
}

// The distance of the board is known: what that says of the slides since one was known before.
void SlideGame::judge() {
  const int fewest = length(*positions_.front().route);
  const int now = *distance();
  const int unjudged = slides_ - judged_slides_;
  const int wrong = (unjudged - (judged_distance_ - now)) / 2;
  judged_slides_ = slides_;
  judged_distance_ = now;
  if (solved() && slides_ == fewest)
    notice_ = {NoticeKind::kSolved, fmt::format("Solved in {}, the fewest", slides_text(slides_))};
  else if (solved())
    notice_ = {NoticeKind::kSolved,
               fmt::format("Solved in {}; {} would do", slides_text(slides_), fewest)};
  else if (unjudged == 0)
    notice_ = {NoticeKind::kReady, "Ready to play"};
  else if (wrong == 0)
    notice_ = {NoticeKind::kRight, "Right move"};
  else if (unjudged == 1)
    notice_ = {NoticeKind::kWrong, "Wrong move"};
  else
    notice_ = {NoticeKind::kWrong, fmt::format("Wrong: {} of the last {} moves", wrong, unjudged)};
}

void SlideGame::wait_for_solver() {
  notice_ = {NoticeKind::kWait, "Please wait, still working it out"};
}

}  // namespace ktour
