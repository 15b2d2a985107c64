// The profile model: squares are processed column by column, and a state is what the edges chosen so
// far mean to the squares not yet processed: bare, saturated, or an end with its mate.
//
// Level d holds the states after d squares. Processing a square chooses its edges to later squares
// until it has two. An edge between mates closes a cycle and is allowed only as the very last edge.
// Undirected open tours are the closed tours of the board plus an apex adjacent to every square. To
// ask for tours from some squares, the apex is split in two that start joined to each other: one
// adjacent to the start squares, the other to all; then every directed tour is met once.
//
// A state sees a window of whole columns, the one in work first. Within a column, squares are
// processed in an order that brings the first and every other one before the rest, which leaves
// fewer states than from top to bottom:
//
//     m = 3    0  3  6  9      bit = column * m + row, relative to the column in work;
//              1  4  7 10      processed in the order 0, 2, 1, then everything moves
//              2  5  8 11      three bits down
//
// Reductions, none of which changes a count; each can be switched off:
//   degree   a square that cannot get its two edges any more ends the state
//   forced   a square with just as many options as it needs takes them, which may force others; a
//            contradiction ends the state
//   keep     forced edges stay in the state: states with one closure have one future, and merge
//   colour   the apex takes squares of the colours that parity dictates
//   mirror   at the end of a column a state and its mirror image upside down become one
//
// Source of the method: Knuth's SIMPATH and the frontier ("mate") dynamic programming of The Art of
// Computer Programming, 7.1.4 and 7.2.2.4; the closure as canonical form is this project's.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler.hpp"
#include "errors.hpp"
#include "fragments.hpp"
#include "model.hpp"
#include "profile_key.hpp"
#include "strip.hpp"

namespace ktour {

struct ProfileRules {
  bool degree = true;
  bool forced = true;  // needs degree
  bool keep = true;    // needs forced
  bool colour = true;
  bool mirror = true;

  static ProfileRules none() { return {false, false, false, false, false}; }
};

// What is counted: undirected tours of the whole board, or directed open tours from some squares.
enum class ProfileCount { kClosed, kOpen, kOpenFromStarts };

// Squares of the window of a strip, in whole columns, for a word.
template <class Word>
constexpr int profile_window_columns(const Strip& strip, ProfileCount count) {
  const int apexes = static_cast<int>(count);
  const int fitting = (KeyTraits<Word>::kMostVertices - apexes) / strip.rows;
  return fitting < strip.columns ? fitting : strip.columns;
}

template <class Word>
class ProfileModel {
 public:
  using State = Word;

  // The window must hold the columns that a square can reach, and one more. Throws UsageError where
  // the word is too small, or the strip has a single square.
  ProfileModel(const Strip& strip, ProfileCount count, const ProfileRules& rules = {})
      : strip_(strip),
        rules_(rules),
        apexes_(static_cast<int>(count)),
        columns_(profile_window_columns<Word>(strip, count)),
        layout_(columns_ * strip.rows, apexes_),
        last_level_(strip.rows * strip.columns) {
    if (columns_ < 4 && columns_ < strip.columns)
      throw UsageError("the board is too wide for the word of this profile model");
    if (strip.squares() < 2)
      throw UsageError("the profile model takes boards of two squares and more");
    rules_.mirror = rules_.mirror && strip.is_mirror_symmetric();
    draw_window();
    add_up_colours();
  }

  KTOUR_HD int last_level() const { return last_level_; }
  KTOUR_HD int inboxes() const { return 16; }
  KTOUR_HD int max_children() const { return 15; }  // two of four later squares and two apexes
  int state_bits() const { return KeyTraits<Word>::kBits; }

  // Every inbox may send to every other: it is the word's highest bits.
  KTOUR_HD int inbox(State state) const {
    return static_cast<int>(state >> (KeyTraits<Word>::kBits - 4));
  }
  KTOUR_HD bool may_route(int, int) const { return true; }
  KTOUR_HD bool prunes() const { return false; }  // expand() emits no state that could be pruned
  KTOUR_HD bool survives(State, int) const { return true; }

  std::vector<State> roots() const {
    const Place place = place_at(0);
    Fragments fragments;
    fragments.bare = place.squares;
    if (apexes_ == 1) fragments.bare |= bit(kApex);
    if (apexes_ == 2) {
      fragments.ends = bit(kApex) | bit(kApex + 1);
      fragments.make_mates(kApex, kApex + 1);
    }
    Search search{*this, place, {}};
    search.look_at_colours(fragments);
    if (!search.settle(fragments, ~std::uint64_t{0})) return {};
    return {encode(fragments)};
  }

  template <class Emit>
  KTOUR_HD void expand(State state, int level, Emit&& emit) const {
    const Place here = place_at(level);
    const Place there = place_at(level + 1);
    const bool turns = (level + 1) % strip_.rows == 0;
    Fragments fragments = layout_.template decode<Word>(state);
    const int square = here.square;
    if (((fragments.bare | fragments.ends) >> square & 1) == 0) {
      if (turns)
        turn(fragments, 0, here, there, emit);
      else
        emit(state);
      return;
    }
    Search search{*this, here, {}};
    search.look_at_colours(fragments);
    const std::uint64_t options = search.options(fragments, square);
    const bool one_edge = fragments.is_end(square);
    for (std::uint64_t rest = options; rest != 0; rest &= rest - 1) {
      Fragments first = fragments;
      Search first_search = search;
      std::uint64_t dirty = 0;
      first_search.connect(first, square, lowest_bit(rest), dirty);
      if (one_edge) {
        finish_child(first, dirty, first_search, turns, here, there, emit);
        continue;
      }
      const std::uint64_t seconds = (rest & (rest - 1)) & first_search.options(first, square);
      for (std::uint64_t second = seconds; second != 0; second &= second - 1) {
        Fragments child = first;
        Search child_search = first_search;
        std::uint64_t child_dirty = dirty;
        child_search.connect(child, square, lowest_bit(second), child_dirty);
        finish_child(child, child_dirty, child_search, turns, here, there, emit);
      }
    }
  }

  KTOUR_HD bool is_dead_end(State state, int level) const {
    if (level == last_level_) return state != 0;
    bool has_child = false;
    expand(state, level, [&](State) { has_child = true; });
    return !has_child;
  }

  KTOUR_HD Fragments fragments_of(State state) const {
    return layout_.template decode<Word>(state);
  }
  // Throws SpaceError where the state has more fragments than a word holds.
  State encode(const Fragments& fragments) const {
    State word;
    if (!layout_.encode(fragments, word))
      throw SpaceError("a state has too many path fragments for its word");
    return word;
  }

 private:
  static constexpr int kApex = 62;
  static constexpr std::uint64_t kApexes = std::uint64_t{3} << kApex;

  // The window at a level. Masks hold squares only, but for `sure`.
  struct Place {
    std::uint64_t squares;  // present
    std::uint64_t even;     // of the colour of the board's square 0
    std::uint64_t starts;   // where the first of two apexes may go
    std::uint64_t sure;     // vertices all of whose options lie in the window
    int even_excess_beyond;  // edges that even squares beyond the window need, less those of odd ones
    int square;              // in work at this level
    bool beyond;             // whether squares lie beyond the window
  };

  KTOUR_HD Place place_at(int level) const {
    const int column = level / strip_.rows;
    Place place;
    place.squares = strip_.present_from(column) & window_;
    place.even = column % 2 == 0 ? checkered_ : window_ & ~checkered_;
    place.starts = strip_.starts_from(column) & window_;
    place.beyond = strip_.columns - column > columns_;
    place.sure = place.beyond ? window_ & ~last_two_ : window_ | kApexes;
    place.even_excess_beyond = excess_from(column + columns_);
    place.square = level == last_level_ ? 0 : order_[level % strip_.rows];
    return place;
  }

  // What follows from the edges chosen so far, at one place.
  struct Search {
    const ProfileModel& model;
    const Place& place;
    std::uint64_t apex_options[2];

    // To be called where the apexes or the place have changed. An edge between squares takes one
    // from what both colours need, so the difference is up to the apexes alone.
    KTOUR_HD void look_at_colours(const Fragments& fragments) {
      if (model.apexes_ == 0) return;
      std::uint64_t allowed = place.squares;
      if (model.rules_.colour) {
        const std::uint64_t squares = ~kApexes;
        const std::uint64_t bare = fragments.bare & squares;
        const std::uint64_t ends = fragments.ends & squares;
        const int excess = 2 * (popcount(bare & place.even) - popcount(bare & ~place.even)) +
                           popcount(ends & place.even) - popcount(ends & ~place.even) +
                           place.even_excess_beyond;
        const int apex_edges =
            2 * popcount(fragments.bare & kApexes) + popcount(fragments.ends & kApexes);
        if (excess == apex_edges)
          allowed &= place.even;
        else if (-excess == apex_edges)
          allowed &= ~place.even;
        else if (excess != 0 || apex_edges != 2)
          allowed = 0;
      }
      apex_options[0] = model.apexes_ == 2 ? allowed & place.starts : allowed;
      apex_options[1] = allowed;
    }

    // The vertices that an edge from `vertex` may still go to.
    KTOUR_HD std::uint64_t options(const Fragments& fragments, int vertex) const {
      const std::uint64_t unsaturated = fragments.unsaturated();
      std::uint64_t found;
      if (vertex >= kApex) {
        found = vertex == kApex ? apex_options[0] : apex_options[1];
      } else {
        found = model.moves_[vertex];
        if (model.apexes_ > 0)
          found |= (apex_options[0] >> vertex & 1) << kApex | (apex_options[1] >> vertex & 1)
                                                                  << (kApex + 1);
      }
      found &= unsaturated;
      if (fragments.is_end(vertex)) {
        const std::uint64_t mate = bit(fragments.mate(vertex));
        if ((found & mate) != 0 && !(unsaturated == (mate | bit(vertex)) && !place.beyond))
          found &= ~mate;
      }
      return found;
    }

    // Adds an edge to one of the options. `dirty` gains the vertices that may be forced by it.
    KTOUR_HD void connect(Fragments& fragments, int a, int b, std::uint64_t& dirty) {
      const std::uint64_t both = bit(a) | bit(b);
      if (fragments.unsaturated() == both && fragments.is_end(a) && !place.beyond &&
          fragments.mate(a) == b) {
        fragments.ends = 0;  // the very last edge
        return;
      }
      dirty |= both | fragments.join(a, b);
      if ((fragments.ends & bit(a)) == 0) dirty |= model.moves_[a] | kApexes;
      if ((fragments.ends & bit(b)) == 0) dirty |= model.moves_[b] | kApexes;
      if ((both & kApexes) != 0) {
        look_at_colours(fragments);
        dirty = ~std::uint64_t{0};
      }
    }

    // Follows what is forced, beginning at the dirty vertices. False at a contradiction.
    KTOUR_HD bool settle(Fragments& fragments, std::uint64_t dirty) {
      if (!model.rules_.degree) return true;
      if (model.rules_.forced && model.rules_.keep) return follow(fragments, dirty);
      Fragments copy = fragments;
      Search search = *this;
      return search.follow(copy, dirty);
    }

   private:
    KTOUR_HD bool follow(Fragments& fragments, std::uint64_t dirty) {
      for (;;) {
        dirty &= fragments.unsaturated() & place.sure;
        if (dirty == 0) return true;
        const int vertex = lowest_bit(dirty);
        dirty &= dirty - 1;
        const std::uint64_t found = options(fragments, vertex);
        const int have = popcount(found);
        const int need = fragments.is_end(vertex) ? 1 : 2;
        if (have < need) return false;
        if (have == need && model.rules_.forced)
          connect(fragments, vertex, lowest_bit(found), dirty);
      }
    }
  };

  template <class Emit>
  KTOUR_HD void finish_child(Fragments& child, std::uint64_t dirty, Search& search, bool turns,
                             const Place& here, const Place& there, Emit& emit) const {
    if (turns)
      turn(child, dirty, here, there, emit);
    else if (search.settle(child, dirty))
      emit_fragments(child, emit);
  }

  // The column in work is done: the window moves on by one.
  template <class Emit>
  KTOUR_HD void turn(const Fragments& child, std::uint64_t dirty, const Place& here,
                     const Place& there, Emit& emit) const {
    Fragments moved;
    moved.bare = move_on(child.bare) | (there.squares & ~(here.squares >> strip_.rows));
    moved.ends = move_on(child.ends);
    for (std::uint64_t rest = moved.ends; rest != 0; rest &= rest - 1) {
      const int vertex = lowest_bit(rest);
      const int mate = child.mate(vertex < kApex ? vertex + strip_.rows : vertex);
      moved.set_mate(vertex, mate < kApex ? mate - strip_.rows : mate);
    }
    dirty = move_on(dirty);
    if (here.beyond) dirty |= there.sure & ~move_on(here.sure);
    Search search{*this, there, {}};
    search.look_at_colours(moved);
    if (!search.settle(moved, dirty)) return;
    if (!rules_.mirror) {
      emit_fragments(moved, emit);
      return;
    }
    const Fragments image = mirror_image(moved);
    const int preference = prefer(moved, image);
    if (preference != 0) {
      emit(preference < 0 ? word_or_none(moved) : word_or_none(image));
      return;
    }
    const State word = word_or_none(moved);
    const State mirrored = word_or_none(image);
    emit(word < mirrored ? word : mirrored);
  }

  // Which of a state and its image stands for both: below 0 the first, above 0 the second. Any choice
  // is right; this one makes the states of the next column alike, and they merge more.
  KTOUR_HD int prefer(const Fragments& first, const Fragments& second) const {
    const std::uint64_t column = bit(strip_.rows) - 1;
    const std::uint64_t first_open = first.unsaturated();
    const std::uint64_t second_open = second.unsaturated();
    if (first_open == second_open) return 0;
    if (((first_open ^ second_open) & column) != 0)
      return (first_open & column) > (second_open & column) ? -1 : 1;
    return first_open < second_open ? -1 : 1;
  }

  KTOUR_HD std::uint64_t move_on(std::uint64_t mask) const {
    return (mask & ~kApexes) >> strip_.rows | (mask & kApexes);
  }

  KTOUR_HD Fragments mirror_image(const Fragments& fragments) const {
    Fragments image;
    image.bare = upside_down(fragments.bare);
    image.ends = upside_down(fragments.ends);
    for (std::uint64_t rest = fragments.ends; rest != 0; rest &= rest - 1) {
      const int vertex = lowest_bit(rest);
      image.set_mate(mirrored_[vertex], mirrored_[fragments.mate(vertex)]);
    }
    return image;
  }
  KTOUR_HD std::uint64_t upside_down(std::uint64_t mask) const {
    std::uint64_t turned = mask & kApexes;
    for (int row = 0; row < strip_.rows; ++row) {
      const int by = strip_.rows - 1 - 2 * row;
      const std::uint64_t squares = mask & (first_row_ << row);
      turned |= by >= 0 ? squares << by : squares >> -by;
    }
    return turned;
  }

  // kNoState where a word cannot hold the state: devices refuse it.
  KTOUR_HD State word_or_none(const Fragments& fragments) const {
    State word;
    return layout_.encode(fragments, word) ? word : kNone;
  }
  template <class Emit>
  KTOUR_HD void emit_fragments(const Fragments& fragments, Emit& emit) const {
    emit(word_or_none(fragments));
  }

  KTOUR_HD int excess_from(int column) const {
    if (column >= strip_.columns) return 0;
    if (!strip_.whole) return excess_[column];
    if (strip_.rows % 2 == 0 || (strip_.columns - column) % 2 == 0) return 0;
    return column % 2 == 0 ? 2 : -2;
  }

  void draw_window() {
    const int rows = strip_.rows;
    window_ = bit(rows * columns_) - 1;
    last_two_ = columns_ < 2 ? window_ : window_ & ~(bit(rows * (columns_ - 2)) - 1);
    for (int column = 0; column < columns_; ++column) {
      first_row_ |= bit(column * rows);
      for (int row = 0; row < rows; ++row) {
        const int square = column * rows + row;
        if ((column + row) % 2 == 0) checkered_ |= bit(square);
        mirrored_[square] = static_cast<std::uint8_t>(column * rows + rows - 1 - row);
        for (int to_column = 0; to_column < columns_; ++to_column)
          for (int to_row = 0; to_row < rows; ++to_row)
            if ((column - to_column) * (row - to_row) == 2 ||
                (column - to_column) * (row - to_row) == -2)
              moves_[square] |= bit(to_column * rows + to_row);
      }
    }
    for (const int apex : {kApex, kApex + 1}) mirrored_[apex] = static_cast<std::uint8_t>(apex);
    int place = 0;
    for (const int parity : {0, 1})
      for (int row = parity; row < rows; row += 2) order_[place++] = static_cast<std::uint8_t>(row);
  }

  void add_up_colours() {
    for (int column = strip_.columns - 1; column >= 0 && !strip_.whole; --column) {
      excess_[column] = column + 1 < strip_.columns ? excess_[column + 1] : std::int8_t{0};
      for (int row = 0; row < strip_.rows; ++row)
        if ((strip_.present >> (column * strip_.rows + row) & 1) != 0)
          excess_[column] =
              static_cast<std::int8_t>(excess_[column] + ((column + row) % 2 == 0 ? 2 : -2));
    }
  }

  static constexpr State kNone = static_cast<State>(~State{0});

  Strip strip_;
  ProfileRules rules_;
  int apexes_;
  int columns_;
  KeyLayout layout_;
  int last_level_;
  std::uint64_t window_ = 0;
  std::uint64_t last_two_ = 0;  // columns of the window, with options beyond it
  std::uint64_t first_row_ = 0;
  std::uint64_t checkered_ = 0;  // the colour of the window's square 0
  std::uint64_t moves_[64] = {};
  std::uint8_t mirrored_[64] = {};
  std::uint8_t order_[Strip::kMostRows] = {};
  std::int8_t excess_[64] = {};  // needed edges from a column on: even squares less odd ones
};

}  // namespace ktour
