// A table of counts: which boards it has, what is known of each, and how it is written for people
// and as a b-file of the OEIS. Counting is the caller's.
//
// A board and the same board turned have one count, so a board is named by its sides with the
// lesser one first, and asked for once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "question.hpp"

namespace ktour {

struct SideRange {
  int first = 1;
  int last = 1;

  bool varies() const { return first < last; }
};

// Reads "3..8x3..12"; a side that does not vary may be one number. Throws UsageError.
std::pair<SideRange, SideRange> parse_board_ranges(const std::string& text);

struct Sides {
  int lesser;
  int greater;

  static Sides of(int rows, int columns) {
    return {rows < columns ? rows : columns, rows < columns ? columns : rows};
  }
  bool operator<(const Sides& other) const {
    return lesser != other.lesser ? lesser < other.lesser : greater < other.greater;
  }
  std::int64_t squares() const { return std::int64_t{lesser} * greater; }
  std::string name() const;
};

// Why a count is not there.
enum class Absence { kNotReached, kLimit, kSpace, kMismatch };
const char* name_of(Absence absence);

struct BoardCount {
  std::optional<Count> directed;
  Absence absence = Absence::kNotReached;  // where there is no count
  std::string detail;                      // of the absence, or why there can be no tour
  std::optional<std::string> verified_by;  // the published value's source
  double seconds = 0;
  std::uint64_t peak_states = 0;
  std::string model;  // "path" or "profile"; empty where nothing had to be searched

  // Compares the count with the published one, where there is one: a count that disagrees is taken
  // back.
  void compare_with_published(Sides sides, Goal goal);
};

class CountTable {
 public:
  static constexpr std::int64_t kMostBoards = 100'000;

  // `directed`: written so. Throws UsageError for a table with too many boards.
  CountTable(SideRange rows, SideRange columns, Goal goal, bool directed);

  SideRange rows() const { return rows_; }
  SideRange columns() const { return columns_; }
  Goal goal() const { return goal_; }
  bool directed() const { return directed_; }

  // Every board once, those with the lesser side first.
  std::vector<Sides> boards() const;
  void set(Sides sides, BoardCount count) { counts_[sides] = std::move(count); }
  const BoardCount& at(Sides sides) const { return counts_.at(sides); }
  bool lacks(Absence absence) const;

  // What stands in a cell: the count, or "?".
  std::string cell(Sides sides) const;
  // A line that says what is counted, a line of columns, a line for each row.
  std::string text() const;
  // A line for each reason why counts are not there, with the boards, and one line that says how
  // many agree with published ones.
  std::string notes() const;

  // "n a(n)" in ascending order with n the side that varies, up to the first count that is not
  // there or has more digits than a b-file may have; `end` says what ended it before the last.
  // Throws UsageError where not exactly one side varies.
  struct Bfile {
    std::string text;
    std::string end;
    int terms = 0;
  };
  Bfile bfile() const;

 private:
  std::string what() const;

  SideRange rows_;
  SideRange columns_;
  Goal goal_;
  bool directed_;
  std::map<Sides, BoardCount> counts_;
};

}  // namespace ktour
