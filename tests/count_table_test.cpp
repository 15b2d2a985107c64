// The table of counts apart from counting: ranges, layout, b-files, and what a published value
// does.
#include "count_table.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "errors.hpp"
#include "numbers.hpp"
#include "stop_flag.hpp"

namespace ktour {
namespace {

CountTable table_of(const std::string& boards, bool directed = false) {
  const auto [rows, columns] = parse_board_ranges(boards);
  return CountTable(rows, columns, Goal::kOpen, directed);
}

BoardCount counted(const Count& directed) {
  BoardCount count;
  count.directed = directed;
  return count;
}

BoardCount absent(Absence absence, const std::string& detail = "") {
  BoardCount count;
  count.absence = absence;
  count.detail = detail;
  return count;
}

TEST(CountTable, ReadsRanges) {
  const auto [rows, columns] = parse_board_ranges("3..8x12");
  EXPECT_EQ(rows.first, 3);
  EXPECT_EQ(rows.last, 8);
  EXPECT_EQ(columns.first, 12);
  EXPECT_EQ(columns.last, 12);
  for (const char* text : {"", "5", "x", "5x", "3..x4", "..3x4", "3...5x4", "8..3x4", "0..3x4",
                           "-1..3x4", "3..8x3..12x2", "3..99999999999x4", "3 x4"})
    EXPECT_THROW(parse_board_ranges(text), UsageError) << text;
}

TEST(CountTable, ReadsTimes) {
  EXPECT_EQ(parse_seconds("60s"), 60);
  EXPECT_EQ(parse_seconds("1.5m"), 90);
  EXPECT_EQ(parse_seconds("2h"), 7200);
  for (const char* text : {"", "60", "s", "0s", "-1s", "nans", "infs", "1d", "60 s", "9999999999h"})
    EXPECT_THROW(parse_seconds(text), UsageError) << text;
}

TEST(CountTable, AsksForABoardAndTheSameTurnedOnce) {
  std::vector<std::string> names;
  for (const Sides sides : table_of("3..4x3..5").boards()) names.push_back(sides.name());
  EXPECT_EQ(names, (std::vector<std::string>{"3x3", "3x4", "3x5", "4x4", "4x5"}));
  EXPECT_THROW(table_of("1..12x1..1000000"), UsageError);
}

TEST(CountTable, IsAlignedAndHalvesButTheSingleSquare) {
  CountTable table = table_of("1..4x1..4");
  for (const Sides sides : table.boards()) table.set(sides, counted(0));
  table.set(Sides::of(1, 1), counted(1));
  table.set(Sides::of(4, 3), counted(16));
  table.set(Sides::of(4, 4), absent(Absence::kLimit));
  EXPECT_EQ(table.text(),
            "undirected open tours of boards of m rows and n columns\n"
            "m\\n  1  2  3  4\n"
            "  1  1  0  0  0\n"
            "  2  0  0  0  0\n"
            "  3  0  0  0  8\n"
            "  4  0  0  8  ?\n");
}

TEST(CountTable, SaysForEachReasonWhatIsNotThere) {
  CountTable table = table_of("3x3..7", true);
  table.set({3, 3}, counted(0));
  table.set({3, 4}, absent(Absence::kLimit));
  table.set({3, 5}, absent(Absence::kSpace, "level 7 does not fit"));
  table.set({3, 6}, absent(Absence::kLimit));
  EXPECT_EQ(table.notes(),
            "? longer than --limit: 3x4, 3x6\n"
            "? did not fit: 3x5 (level 7 does not fit)\n"
            "? not reached: 3x7\n"
            "verified: 0 of 1 counts agree with a published value, 1 have none\n");
  EXPECT_TRUE(table.lacks(Absence::kNotReached));
  EXPECT_FALSE(table.lacks(Absence::kMismatch));
}

TEST(CountTable, ACountThatDisagreesWithAPublishedOneIsTakenBack) {
  BoardCount wrong = counted(1730);
  wrong.compare_with_published({5, 5}, Goal::kOpen);
  EXPECT_FALSE(wrong.directed);
  EXPECT_EQ(wrong.absence, Absence::kMismatch);
  EXPECT_EQ(wrong.detail, "ktour counts 1730, OEIS A165134 says 1728");
  BoardCount right = counted(1728);
  right.compare_with_published({5, 5}, Goal::kOpen);
  EXPECT_EQ(right.directed, Count(1728));
  EXPECT_EQ(right.verified_by, "OEIS A165134");
}

TEST(CountTable, PublishedCountsOfTheTurnedBoardCountToo) {
  BoardCount wrong = counted(2);  // the table of published counts has 8 x 7, not 7 x 8
  wrong.compare_with_published({7, 8}, Goal::kOpen);
  EXPECT_FALSE(wrong.directed);
}

TEST(CountTable, ABfileHasOneTermALineInOrder) {
  CountTable table = table_of("3..6x4");
  for (const Sides sides : table.boards()) table.set(sides, counted(0));
  table.set({3, 4}, counted(16));
  table.set({4, 5}, counted(164));
  const CountTable::Bfile bfile = table.bfile();
  EXPECT_EQ(bfile.text,
            "# a(n) = number of undirected open tours of the n X 4 board\n3 8\n4 0\n5 82\n6 0\n");
  EXPECT_EQ(bfile.terms, 4);
  EXPECT_EQ(bfile.end, "");
}

TEST(CountTable, ABfileHasNoGaps) {
  CountTable table = table_of("4x3..6");
  table.set({3, 4}, counted(16));
  table.set({4, 4}, absent(Absence::kLimit));
  table.set({4, 5}, counted(164));
  const CountTable::Bfile bfile = table.bfile();
  EXPECT_EQ(bfile.text, "# a(n) = number of undirected open tours of the 4 X n board\n3 8\n");
  EXPECT_EQ(bfile.end, "the b-file ends before n = 4: its count is not there (limit)");
}

TEST(CountTable, ABfileHasNoTermOfMoreThanAThousandDigits) {
  CountTable table = table_of("3x1..2", true);
  table.set({1, 3}, counted(*Count::from_decimal(std::string(1000, '9'))));
  table.set({2, 3}, counted(*Count::from_decimal("1" + std::string(1000, '0'))));
  const CountTable::Bfile bfile = table.bfile();
  EXPECT_EQ(bfile.terms, 1);
  EXPECT_EQ(bfile.end,
            "the b-file ends before n = 2: it has 1001 digits, and a b-file takes at most 1000");
}

TEST(CountTable, ABfileNeedsOneSideThatVaries) {
  EXPECT_THROW(table_of("5x5").bfile(), UsageError);
  EXPECT_THROW(table_of("3..4x5..6").bfile(), UsageError);
}

bool goes_up(const std::atomic<bool>& flag) {
  for (int wait = 0; wait < 10'000 && !flag; ++wait)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return flag;
}

TEST(StopAfter, GoesUpWhenTheTimeHasPassed) {
  const std::atomic<bool> other{false};
  const StopAfter soon(0.01, other);
  EXPECT_TRUE(goes_up(*soon.flag()));
  EXPECT_FALSE(other);
}

TEST(StopAfter, GoesUpWithTheOtherFlagAndNotBefore) {
  std::atomic<bool> other{false};
  const StopAfter late(1e6, other);
  std::this_thread::sleep_for(std::chrono::milliseconds(60));
  EXPECT_FALSE(*late.flag());
  other = true;
  EXPECT_TRUE(goes_up(*late.flag()));
}

}  // namespace
}  // namespace ktour
