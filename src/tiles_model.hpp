// The sliding-tiles model: breadth-first distances from the goal on an m x n board of numbered
// tiles with one blank square.
//
//       1  2  3      A move slides a tile next to the blank into it, or: the blank moves up, left,
//       4  5  6      right or down. Level d has the boards that take d moves to the goal, and no
//       7  8  -      fewer; a multiplicity is the number of ways to do it in d moves.
//
// Every move can be taken back, so a child is a new state or one of the level before (a board has a
// colour, that of the blank's square, which every move changes; no child is of the parent's level).
// The depth is not known: the run ends at the level that has no farther one.
//
//       high                                low
//      +-----------+-----+-------+-------+-------+
//      | square k-2|     |   2   |   1   |   0   |      4 bits a square: its tile, 0 for the blank
//      +-----------+-----+-------+-------+-------+
//
// The last of the k squares has what the others have not and is left out: at most 60 bits,
// scattered (profile_key.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler.hpp"
#include "errors.hpp"
#include "model.hpp"
#include "profile_key.hpp"

namespace ktour {

class TilesModel {
 public:
  using State = std::uint64_t;

  static constexpr int kLevelsBack = 2;
  static constexpr int kMostSquares = 16;

  // Throws UsageError where the board has no square or more than kMostSquares.
  TilesModel(int rows, int columns) : columns_(columns) {
    if (rows < 1 || columns < 1 || rows > kMostSquares / columns)
      throw UsageError("the sliding-tiles model takes boards of 1 to " +
                       std::to_string(kMostSquares) + " squares");
    squares_ = rows * columns;
    for (int square = 0; square < squares_; ++square) {
      all_tiles_ ^= static_cast<std::uint64_t>(square);
      in_use_ |= bit(4 * square);
      if (square % columns == 0) leftmost_ |= bit(square);
      if (square % columns == columns - 1) rightmost_ |= bit(square);
    }
  }

  KTOUR_HD int last_level() const { return kUntilEmpty; }
  KTOUR_HD int inboxes() const { return 16; }
  KTOUR_HD int max_children() const { return 4; }
  int state_bits() const { return KeyTraits<State>::kBits; }
  std::vector<State> roots() const { return {encode(goal())}; }

  // Every inbox may send to every other: it is the word's highest bits.
  KTOUR_HD int inbox(State state) const {
    return static_cast<int>(state >> (KeyTraits<State>::kBits - 4));
  }
  KTOUR_HD bool may_route(int, int) const { return true; }
  KTOUR_HD bool prunes() const { return false; }
  KTOUR_HD bool survives(State, int) const { return true; }

  template <class Emit>
  KTOUR_HD void expand(State state, int, Emit&& emit) const {
    const std::uint64_t board = decode(state);
    const int blank = blank_square(board);
    const std::uint64_t at = bit(blank);
    if (blank >= columns_) emit(encode(with_blank_at(board, blank, blank - columns_)));
    if ((leftmost_ & at) == 0) emit(encode(with_blank_at(board, blank, blank - 1)));
    if ((rightmost_ & at) == 0) emit(encode(with_blank_at(board, blank, blank + 1)));
    if (blank + columns_ < squares_) emit(encode(with_blank_at(board, blank, blank + columns_)));
  }

  // Every board but that of one square has a move.
  KTOUR_HD bool is_dead_end(State, int) const { return squares_ == 1; }

  // A board: four bits a square, as drawn above, but of all squares.
  KTOUR_HD State encode(std::uint64_t board) const {
    return scatter(board & (bit(4 * (squares_ - 1)) - 1));
  }
  KTOUR_HD std::uint64_t decode(State state) const {
    const std::uint64_t key = gather(state);
    return key | (all_tiles_ ^ exclusive_or(key)) << (4 * (squares_ - 1));
  }
  std::uint64_t goal() const {
    std::uint64_t board = 0;
    for (int square = 0; square + 1 < squares_; ++square)
      board |= static_cast<std::uint64_t>(square + 1) << (4 * square);
    return board;
  }
  KTOUR_HD int blank_square(std::uint64_t board) const {
    std::uint64_t tiles = board | board >> 1;
    tiles |= tiles >> 2;  // bit 4 s: whether square s has a tile
    return lowest_bit(in_use_ & ~tiles) / 4;
  }

  int squares() const { return squares_; }

 private:
  // Of all groups of four bits.
  KTOUR_HD static std::uint64_t exclusive_or(std::uint64_t bits) {
    for (int width = 32; width >= 4; width /= 2) bits ^= bits >> width;
    return bits & 15;
  }

  KTOUR_HD static std::uint64_t with_blank_at(std::uint64_t board, int blank, int square) {
    const std::uint64_t tile = board >> (4 * square) & 15;
    return board ^ tile << (4 * square) ^ tile << (4 * blank);
  }

  int squares_ = 0;
  int columns_;
  std::uint64_t all_tiles_ = 0;  // the exclusive or of 0 ... squares - 1
  std::uint64_t in_use_ = 0;     // the lowest bit of every square
  std::uint64_t leftmost_ = 0;   // masks of squares
  std::uint64_t rightmost_ = 0;
};

}  // namespace ktour
