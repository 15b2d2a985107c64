// The table of published counts: what it says agrees with itself, is found for boards of any size, and
// is what the program counts, on ragged boards, from start squares and along strips too.
#include "known_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ktour {
namespace {

Count number(const KnownCount& known) {
  const auto value = Count::from_decimal(known.value);
  EXPECT_TRUE(value) << known.what << ": " << known.value;
  return value.value_or(Count());
}

TEST(KnownCounts, EveryLineSaysSomethingElse) {
  std::set<std::string> seen;
  for (const KnownCount& known : known_counts()) {
    EXPECT_TRUE(seen.insert(known.what).second) << known.what;
    EXPECT_FALSE(known.source.empty()) << known.what;
    EXPECT_NE(known.states, 0U) << known.what;
  }
  EXPECT_GT(seen.size(), 390U);
}

TEST(KnownCounts, LinesAboutTheSameToursAgree) {
  std::size_t from_another_line = 0;
  for (const KnownCount& known : known_counts()) {
    const auto found = find_known_count(known.task);
    ASSERT_TRUE(found) << known.what;
    from_another_line += found->what == known.what ? 0U : 1U;
    if (found->directed && !known.directed)
      EXPECT_EQ(undirected(number(*found), found->task.question.strip.squares()), number(known))
          << known.what << " and " << found->what;
    else
      EXPECT_EQ(number(*found), number(known)) << known.what << " and " << found->what;
  }
  EXPECT_GT(from_another_line, 30U);
}

TEST(KnownCounts, AreFoundForBoardsOfAnySizeEitherWay) {
  for (const auto& [rows, columns] : {std::pair{3, 46}, {46, 3}}) {
    const auto known = find_known_count(count_task(rows, columns, Goal::kClosed));
    ASSERT_TRUE(known);
    EXPECT_EQ(known->value, "10145938076107491328");
    EXPECT_EQ(known->source, "OEIS A070030");
  }
  EXPECT_FALSE(find_known_count(count_task(3, 46, Goal::kOpen)));
  EXPECT_FALSE(find_known_count(count_task(3, 1000, Goal::kClosed)));
}

// `ktour verify --all` does the same with more states.
TEST(KnownCounts, AreWhatTheProgramCounts) {
  constexpr std::uint64_t kMostStates = 100'000;
  RunOptions options;
  options.memory_bytes = ~std::uint64_t{0};
  std::size_t counted = 0;
  for (const KnownCount& known : known_counts()) {
    if (!known.states || *known.states > kMostStates) continue;
    const CountResult result =
        run_count_task(known.task, options, auto_takes_path_model(known.task, false));
    ASSERT_FALSE(result.failure) << known.what << ": " << result.failure->message;
    EXPECT_EQ(to_decimal(as_counted(known, result.directed)), known.value) << known.what;
    EXPECT_LE(result.states, *known.states) << known.what;
    ++counted;
  }
  EXPECT_GT(counted, 280U);
}

}  // namespace
}  // namespace ktour
