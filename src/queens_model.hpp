// The queens model: n queens on an n x n board, none attacking another, one column a level.
//
// A level's states are the boards with that many columns filled, from the left. What the columns to
// come see of them is the rows in use and the diagonals in use, both kinds by the row in which they
// meet the next column:
//
//        0 1 | 2 3                 rows     0101   (bit r: row r)
//      0 Q - | - -                 rising   0010   queen (2,1): row 1 of column 2, row 0 of column 3
//      1 - - | r -                 falling  1100   queen (0,0): row 2 of column 2; (2,1): row 3
//      2 - Q | f -
//      3 - - | f f                 a column to the right: rising >> 1, falling << 1
//
// The future depends on less: on which squares to come are free. A row or a diagonal without a free
// square may as well be in use, and with `close` it counts as used. So the state is the set of free
// squares, told by the lines that have none.
//
//      high                                      low
//     +-----------+-----------+--------------------+
//     |  falling  |  rising   |        rows        |      3 n bits, scattered (profile_key.hpp)
//     +-----------+-----------+--------------------+
//
// With `half`, the first queen keeps to the upper half of her column, and if n is odd and she is in
// the middle row, the second queen keeps to the upper half of hers: of each solution and its mirror
// image exactly one is met, and solutions_for_each() is 2.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler.hpp"
#include "errors.hpp"
#include "profile_key.hpp"

namespace ktour {

// What makes levels smaller. Each is exact and can be switched off to prove that no count moves.
struct QueensRules {
  bool close = true;      // count lines without a free square as used
  bool lookahead = true;  // make no child that leaves a column or a row without a free square
  bool half = true;       // one of each solution and its mirror image

  static constexpr QueensRules none() { return {false, false, false}; }
};

class QueensModel {
 public:
  using State = std::uint64_t;

  static constexpr bool kMergesLittle = true;  // see depth_first.hpp
  static constexpr int kMostQueens = KeyTraits<State>::kBits / 3;

  // What a state means.
  struct Lines {
    std::uint64_t rows = 0;
    std::uint64_t rising = 0;
    std::uint64_t falling = 0;
  };

  // Throws UsageError where `queens` is not from 1 to kMostQueens.
  explicit QueensModel(int queens, const QueensRules& rules = {}) : queens_(queens), rules_(rules) {
    if (queens < 1 || queens > kMostQueens)
      throw UsageError("the queens model takes from 1 to " + std::to_string(kMostQueens) +
                       " queens");
    rules_.half = rules_.half && queens > 1;
    all_rows_ = bit(queens) - 1;
  }

  KTOUR_HD int last_level() const { return queens_; }
  KTOUR_HD int inboxes() const { return 16; }
  KTOUR_HD int max_children() const { return queens_; }
  int state_bits() const { return KeyTraits<State>::kBits; }
  std::vector<State> roots() const { return {encode({})}; }

  // Every inbox may send to every other: it is the word's highest bits.
  KTOUR_HD int inbox(State state) const {
    return static_cast<int>(state >> (KeyTraits<State>::kBits - 4));
  }
  KTOUR_HD bool may_route(int, int) const { return true; }
  KTOUR_HD bool prunes() const { return false; }
  KTOUR_HD bool survives(State, int) const { return true; }

  template <class Emit>
  KTOUR_HD void expand(State state, int level, Emit&& emit) const {
    const Lines lines = decode(state);
    for (std::uint64_t safe = safe_rows(lines, level); safe != 0; safe &= safe - 1) {
      const std::uint64_t queen = safe & (~safe + 1);
      Lines next{lines.rows | queen, lines.rising | queen, lines.falling | queen};
      if (step(next, queens_ - level - 1)) emit(encode(next));
    }
  }

  // No state of the last level is incomplete: every column has its queen.
  KTOUR_HD bool is_dead_end(State state, int level) const {
    return level < queens_ && safe_rows(decode(state), level) == 0;
  }

  KTOUR_HD State encode(const Lines& lines) const {
    return scatter(lines.falling << queens_ << queens_ | lines.rising << queens_ | lines.rows);
  }
  KTOUR_HD Lines decode(State state) const {
    const State key = gather(state);
    return {key & all_rows_, key >> queens_ & all_rows_, key >> queens_ >> queens_};
  }

  // How many solutions each one that is met stands for.
  std::uint64_t solutions_for_each() const { return rules_.half ? 2 : 1; }
  const QueensRules& rules() const { return rules_; }

 private:
  KTOUR_HD std::uint64_t safe_rows(const Lines& lines, int level) const {
    const std::uint64_t safe = all_rows_ & ~(lines.rows | lines.rising | lines.falling);
    if (!rules_.half || level > 1) return safe;
    const std::uint64_t upper = bit(queens_ / 2) - 1;
    const std::uint64_t middle = queens_ % 2 != 0 ? bit(queens_ / 2) : 0;
    if (level == 0) return safe & (upper | middle);
    return lines.rows == middle ? safe & upper : safe;
  }

  // From a column with its queen to the next one, with `columns` to be filled. False where the
  // lookahead sees that they cannot be.
  KTOUR_HD bool step(Lines& lines, int columns) const {
    lines.rising >>= 1;
    lines.falling = lines.falling << 1 & all_rows_;
    if (!rules_.close && !rules_.lookahead) return true;
    std::uint64_t open_rising = 0;  // diagonals with a free square
    std::uint64_t open_falling = 0;
    std::uint64_t open_rows = 0;
    for (int distance = 0; distance < columns; ++distance) {
      const std::uint64_t free =
          all_rows_ & ~(lines.rows | lines.rising >> distance | lines.falling << distance);
      if (rules_.lookahead && free == 0) return false;
      open_rows |= free;
      open_rising |= free << distance;
      open_falling |= free >> distance;
    }
    if (rules_.lookahead && (open_rows | lines.rows) != all_rows_) return false;
    if (rules_.close) {
      lines.rows = all_rows_ & ~open_rows;
      lines.rising = all_rows_ & ~open_rising;
      lines.falling = all_rows_ & ~open_falling;
    }
    return true;
  }

  int queens_;
  QueensRules rules_;
  std::uint64_t all_rows_ = 0;
};

}  // namespace ktour
