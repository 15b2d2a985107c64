// How large the largest frontier of the profile model will be, guessed from those before it.
//
// On a board of n columns frontiers grow until about the middle: until column n / 2, rounded down,
// is done, but not past the fifth, where those of strips settle. A column multiplies the largest
// frontier by less than the column before it did; the guess is half of its growth, on a logarithmic
// scale, for every column still to come:
//
//     expected = largest * (largest / largest one column ago) ^ (columns to come / 2)
//
// A rule of thumb, not a bound. On 37 boards of four to seven rows, open and closed, some with
// missing squares or given ends, it was right within a factor of 1.7 from two fifths of the columns
// on; earlier it was not (6x9 closed at a third: a quarter of the true peak). It needs what `keep`
// does: without it frontiers grow on past the guess, by up to twenty times.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace ktour {

class PeakEstimate {
 public:
  PeakEstimate(int rows, int columns);

  // The states of a level; levels come in order, the first may be any.
  void add(int level, std::uint64_t frontier);

  // Nothing where there is no basis for it: fewer than four rows, too early, or past the middle.
  std::optional<std::uint64_t> states() const;

 private:
  int rows_;
  int first_;                           // level with an estimate
  int middle_;                          // level from which on there is none
  int level_ = -1;                      // the last one added
  std::vector<std::uint64_t> largest_;  // so far, of the levels up to level_
};

}  // namespace ktour
