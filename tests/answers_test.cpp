// A count whose verification failed is never put into words as the count.
#include "answers.hpp"

#include <gtest/gtest.h>

namespace ktour {
namespace {

Question five_by_five() { return Question::for_all_tours(Board(5, 5), Goal::kOpen); }

TEST(Answers, CountsSayWhetherTheyAreDirected) {
  EXPECT_EQ(tour_count_text(five_by_five(), 1728),
            "open tours of 5x5: 1728 directed, 864 undirected");
  Question corner = five_by_five();
  corner.starts = bit(0);
  EXPECT_EQ(tour_count_text(corner, 304), "open tours of 5x5 starting on a5: 304 directed");
}

TEST(Answers, GivenEndsAreNamedAndLeaveReversesOut) {
  Question question = five_by_five();
  question.ends = bit(0) | bit(24);
  EXPECT_EQ(tour_count_text(question, 608), "open tours of 5x5 ending on a5,e1: 608 directed");
  question.starts = bit(12);
  EXPECT_EQ(question_text(question), "open tours of 5x5 starting on c3 ending on a5,e1");
}

TEST(Answers, OneSquareIsItsOwnReverse) {
  EXPECT_EQ(tour_count_text(Question::for_all_tours(Board(1, 1), Goal::kOpen), 1),
            "open tours of 1x1: 1 directed, 1 undirected");
}

TEST(Answers, AMismatchShowsBothNumbersAndNoCount) {
  Verification verification;
  verification.compare("unfold", 1728, 1728);
  verification.compare("pthread tree", 1728, 1727);
  EXPECT_FALSE(verification.passed());
  const std::string count = verified_count_text(five_by_five(), 1728, verification);
  EXPECT_EQ(count.find("1728"), std::string::npos) << count;
  const std::string text = verification_text(verification);
  EXPECT_NE(text.find("MISMATCH: pthread tree: ktour counts 1728, expected 1727"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("1 of 2 comparisons agree"), std::string::npos) << text;
}

TEST(Answers, KnownCountsAreComparedAsTheyWereCounted) {
  RunStatistics counted;
  counted.tours = 1727;  // one too few
  Verification verification;
  compare_with_known(five_by_five(), counted, verification);
  ASSERT_EQ(verification.comparisons.size(), 1U);
  EXPECT_FALSE(verification.passed());
  counted.tours = 1728;
  Verification right;
  compare_with_known(five_by_five(), counted, right);
  EXPECT_TRUE(right.passed());
}

TEST(Answers, TourSetsThatDifferAreSeen) {
  const Question question = Question::for_all_tours(Board(3, 4), Goal::kOpen);
  TreeListing listing = list_with_thread_tree(question.board, {}, 100);
  Verification same;
  compare_tour_sets(question, listing.tours, {}, 100, same);
  EXPECT_TRUE(same.passed());
  listing.tours.front() = listing.tours.back();  // one twice, one missing
  Verification different;
  compare_tour_sets(question, listing.tours, {}, 100, different);
  EXPECT_FALSE(different.passed());
}

}  // namespace
}  // namespace ktour
