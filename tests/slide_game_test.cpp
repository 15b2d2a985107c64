// The state of the sliding game: slides, notices, score. The distances that the answers are made
// from come from a plain breadth-first search over all boards of a shape.
#include "slide/slide_game.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>
#include <string>

namespace ktour {
namespace {

TileBoard after(TileBoard board, Slide slide) {
  board.slide(slide);
  return board;
}

// Distances from the solved board of 2 x 3 squares: 360 boards.
const std::map<std::string, int>& distances() {
  static const std::map<std::string, int> all = [] {
    std::map<std::string, int> found{{TileBoard({2, 3}).text(), 0}};
    std::deque<TileBoard> queue{TileBoard({2, 3})};
    for (; !queue.empty(); queue.pop_front())
      for (const Slide slide : kSlides) {
        if (!queue.front().legal(slide)) continue;
        const TileBoard next = after(queue.front(), slide);
        if (found.emplace(next.text(), found.at(queue.front().text()) + 1).second)
          queue.push_back(next);
      }
    return found;
  }();
  return all;
}

int distance_of(const TileBoard& board) { return distances().at(board.text()); }

bool is_right(const TileBoard& board, Slide slide) {
  return board.legal(slide) && distance_of(after(board, slide)) < distance_of(board);
}

// The right slides of lowest number.
Route route_of(TileBoard board) {
  Route route;
  while (!board.solved())
    for (const Slide slide : kSlides)
      if (is_right(board, slide)) {
        board.slide(slide);
        route.push_back(slide);
        break;
      }
  return route;
}

void answer(SlideGame& game) { game.answer(game.board(), route_of(game.board())); }

SlideGame ready_game(const TileBoard& board) {
  SlideGame game(board);
  answer(game);
  return game;
}

TileBoard board_of(const char* tiles) { return TileBoard::parse(tiles, {2, 3}); }

//     4 5 3      19 slides from solved. Down is right, and route_of() goes that way; right is right
//     1 . 2      too; left is wrong.
TileBoard start_board() { return board_of("4 5 3 1 0 2"); }
constexpr Slide kRouted = Slide::kDown;
constexpr Slide kRightToo = Slide::kRight;
constexpr Slide kWrong = Slide::kLeft;

TEST(SlideGame, ThePlayerWaitsForTheFirstAnswer) {
  SlideGame game(start_board());
  EXPECT_EQ(game.notice().kind, NoticeKind::kWorking);
  EXPECT_TRUE(game.wants_answer());
  game.slide(Slide::kUp);
  EXPECT_EQ(game.notice().kind, NoticeKind::kWait);
  EXPECT_EQ(game.slides(), 0);
  EXPECT_EQ(game.score_text(), "0.00");
  EXPECT_EQ(game.board(), start_board());
  game.hint();
  EXPECT_EQ(game.notice().kind, NoticeKind::kWait);
  EXPECT_EQ(game.hinted(), std::nullopt);
  game.preparing(40);
  EXPECT_EQ(game.notice().text, "Building the solver's table: 40%");

  answer(game);
  EXPECT_EQ(game.notice().kind, NoticeKind::kReady);
  EXPECT_EQ(game.distance(), distance_of(start_board()));
  EXPECT_EQ(game.score_text(), "0.00");
  game.preparing(50);
  EXPECT_EQ(game.notice().kind, NoticeKind::kReady);
}

TEST(SlideGame, SlidesAlongTheRouteNeedNoAnswer) {
  SlideGame game = ready_game(start_board());
  const int fewest = *game.distance();
  for (const Slide slide : route_of(start_board())) {
    EXPECT_FALSE(game.solved());
    game.slide(slide);
    EXPECT_FALSE(game.wants_answer());
    EXPECT_EQ(game.distance(), fewest - game.slides());
    EXPECT_EQ(game.correct_score(), game.slides());
    EXPECT_EQ(game.score_text(), "1.00");
    EXPECT_EQ(game.notice().kind, game.solved() ? NoticeKind::kSolved : NoticeKind::kRight);
  }
  EXPECT_TRUE(game.solved());
  EXPECT_EQ(game.notice().text, "Solved in " + std::to_string(fewest) + " moves, the fewest");
}

TEST(SlideGame, EveryShortestWayIsRight) {
  ASSERT_TRUE(is_right(start_board(), kRightToo));
  SlideGame game = ready_game(start_board());
  game.slide(kRightToo);
  EXPECT_TRUE(game.wants_answer());
  EXPECT_EQ(game.distance(), std::nullopt);
  EXPECT_EQ(game.score_text(), std::nullopt);
  EXPECT_EQ(game.notice().kind, NoticeKind::kWorking);
  answer(game);
  EXPECT_EQ(game.notice().kind, NoticeKind::kRight);
  EXPECT_EQ(game.score_text(), "1.00");
}

TEST(SlideGame, AWrongSlideIsToldAndScored) {
  SlideGame game = ready_game(start_board());
  const int fewest = *game.distance();
  game.slide(kWrong);
  answer(game);
  EXPECT_EQ(game.notice().kind, NoticeKind::kWrong);
  EXPECT_EQ(game.notice().text, "Wrong move");
  EXPECT_EQ(game.distance(), fewest + 1);
  EXPECT_EQ(game.correct_score(), -1);
  EXPECT_EQ(game.score_text(), "-1.00");
}

TEST(SlideGame, SlidesThatWereNotWaitedForAreJudgedTogether) {
  std::mt19937_64 random(4);
  int judged = 0;
  for (int number = 0; number < 200; ++number) {
    SlideGame game = ready_game(TileBoard::random({2, 3}, random));
    int unjudged = 0;
    int wrong = 0;
    for (int press = 0; press < 10 && !game.solved(); ++press) {
      const TileBoard before = game.board();
      game.slide(kSlides[random() % 4]);
      if (game.board() == before) continue;
      ++unjudged;
      wrong += distance_of(game.board()) > distance_of(before) ? 1 : 0;
      if (!game.wants_answer()) unjudged = wrong = 0;
      if (unjudged < 2) continue;
      answer(game);
      EXPECT_EQ(
          game.notice().text,
          wrong == 0 ? "Right move" : "Wrong: " + std::to_string(wrong) + " of the last 2 moves");
      unjudged = wrong = 0;
      ++judged;
    }
  }
  EXPECT_GT(judged, 100);
}

TEST(SlideGame, NoTileOnThatSide) {
  SlideGame game = ready_game(board_of("1 2 3 4 0 5"));
  game.slide(Slide::kUp);
  EXPECT_EQ(game.notice().kind, NoticeKind::kNoTile);
  EXPECT_EQ(game.notice().text, "No tile can move up");
  EXPECT_EQ(game.slides(), 0);
}

TEST(SlideGame, TakingBackIsAMoveAndNeedsNoAnswer) {
  SlideGame game = ready_game(start_board());
  game.take_back();
  EXPECT_EQ(game.notice().kind, NoticeKind::kNothingToTakeBack);
  EXPECT_EQ(game.slides(), 0);

  game.slide(kWrong);
  answer(game);
  game.take_back();
  EXPECT_EQ(game.notice().kind, NoticeKind::kTakenBack);
  EXPECT_EQ(game.board(), start_board());
  EXPECT_FALSE(game.wants_answer());
  EXPECT_EQ(game.slides(), 2);
  EXPECT_EQ(game.score_text(), "0.00");

  game.slide(kRouted);
  game.take_back();
  EXPECT_EQ(game.slides(), 4);
  EXPECT_EQ(game.correct_score(), 0);
}

TEST(SlideGame, ABoardThatWasThereBeforeNeedsNoAnswer) {
  SlideGame game = ready_game(start_board());
  game.slide(kWrong);
  EXPECT_TRUE(game.wants_answer());
  game.slide(inverse(kWrong));
  EXPECT_FALSE(game.wants_answer());
  EXPECT_EQ(game.notice().text, "Wrong: 1 of the last 2 moves");
  EXPECT_EQ(game.correct_score(), 0);
}

TEST(SlideGame, AnswersForOtherBoardsChangeNothing) {
  SlideGame game(start_board());
  game.answer(board_of("1 2 3 4 0 5"), {Slide::kLeft});
  EXPECT_TRUE(game.wants_answer());
  EXPECT_EQ(game.notice().kind, NoticeKind::kWorking);
  answer(game);
  game.slide(kWrong);
  game.take_back();
  game.answer(after(start_board(), kWrong), route_of(after(start_board(), kWrong)));
  EXPECT_EQ(game.notice().kind, NoticeKind::kTakenBack);
  EXPECT_EQ(game.distance(), distance_of(start_board()));
}

TEST(SlideGame, HintsLeadHome) {
  SlideGame game = ready_game(board_of("1 2 3 4 0 5"));
  game.hint();
  EXPECT_EQ(game.notice().text, "Hint: move 5 left");
  EXPECT_EQ(game.hinted(), Slide::kLeft);
  EXPECT_EQ(game.slides(), 0);
  game.slide(Slide::kLeft);
  EXPECT_EQ(game.hinted(), std::nullopt);
  EXPECT_EQ(game.notice().text, "Solved in 1 move, the fewest");
}

TEST(SlideGame, NothingHappensOnASolvedBoard) {
  SlideGame game = ready_game(board_of("1 2 3 4 0 5"));
  game.slide(Slide::kRight);
  answer(game);
  game.slide(Slide::kLeft);
  game.slide(Slide::kLeft);
  ASSERT_TRUE(game.solved());
  EXPECT_EQ(game.notice().text, "Solved in 3 moves; 1 would do");
  EXPECT_EQ(game.score_text(), "0.33");
  game.slide(Slide::kDown);
  game.take_back();
  game.hint();
  EXPECT_TRUE(game.solved());
  EXPECT_EQ(game.slides(), 3);
  EXPECT_EQ(game.notice().kind, NoticeKind::kSolved);
}

TEST(SlideGame, ASolvedStart) {
  const SlideGame game{TileBoard({2, 3})};
  EXPECT_FALSE(game.wants_answer());
  EXPECT_EQ(game.notice().kind, NoticeKind::kSolved);
  EXPECT_EQ(game.score_text(), "0.00");
}

// 2 of 3 is more than 0.66 and less than 0.67; so it is on the other side of zero.
TEST(SlideGame, ScoresAreCut) {
  std::mt19937_64 random(2);
  std::map<std::pair<int, int>, std::string> texts;
  for (int game_number = 0; game_number < 200; ++game_number) {
    SlideGame game = ready_game(TileBoard::random({2, 3}, random));
    while (game.slides() < 7 && !game.solved()) {
      game.slide(kSlides[random() % 4]);
      answer(game);
      texts[{*game.correct_score(), game.slides()}] = *game.score_text();
    }
  }
  EXPECT_EQ((texts[{1, 3}]), "0.33");
  EXPECT_EQ((texts[{-1, 3}]), "-0.33");
  EXPECT_EQ((texts[{-4, 6}]), "-0.66");
  EXPECT_EQ((texts[{0, 2}]), "0.00");
  EXPECT_EQ((texts[{-2, 2}]), "-1.00");
}

// The score as it is defined: a step at a time, +1 where the distance fell and -1 where it grew,
// for whatever the player does and whenever the answers come.
TEST(SlideGame, TheScoreOfRandomPlay) {
  std::mt19937_64 random(3);
  for (int number = 0; number < 300; ++number) {
    SlideGame game = ready_game(TileBoard::random({2, 3}, random));
    int accumulated = 0;
    int moves = 0;
    for (int press = 0; press < 40 && !game.solved(); ++press) {
      const TileBoard before = game.board();
      if (random() % 5 == 0)
        game.take_back();
      else
        game.slide(kSlides[random() % 4]);
      if (game.board() != before) {
        ++moves;
        accumulated += distance_of(game.board()) < distance_of(before) ? 1 : -1;
      }
      if (random() % 3 == 0) answer(game);
      ASSERT_EQ(game.slides(), moves);
      ASSERT_EQ(game.correct_score().value_or(accumulated), accumulated);
      ASSERT_EQ(game.distance().value_or(distance_of(game.board())), distance_of(game.board()));
    }
    answer(game);
    EXPECT_EQ(game.correct_score(), accumulated);
  }
}

}  // namespace
}  // namespace ktour
