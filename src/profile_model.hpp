// The profile model: squares are processed column by column, and a state is what the edges chosen
// so far mean to the squares not yet processed: bare, saturated, or an end with its mate.
//
// Level d holds the states after d squares. Processing a square chooses its edges to later squares
// until it has two. An edge between mates closes a cycle and is allowed only as the very last edge.
// Undirected open tours are the closed tours of the board plus an apex adjacent to every square. To
// ask for tours from some squares or to some squares, the apex is split in two that start joined to
// each other: one adjacent to the start squares, the other to the end squares; then every directed
// tour is met once.
//
// A state sees a window of whole columns, the one in work first (profile_window.hpp). Within a
// column, squares are processed in an order that brings the first and every other one before the
// rest, which leaves fewer states than from top to bottom.
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
#include "profile_order.hpp"
#include "profile_window.hpp"
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

// What is counted: undirected tours of the whole board, or directed open tours from some squares or
// to some.
enum class ProfileCount { kClosed, kOpen, kOpenFromStarts };

// Squares of the window of a strip, in whole columns, for a word.
template <class Word>
constexpr int profile_window_columns(const Strip& strip, ProfileCount count) {
  const int apexes = static_cast<int>(count);
  const int fitting = (KeyTraits<Word>::kMostVertices - apexes) / strip.rows;
  return fitting < strip.columns ? fitting : strip.columns;
}

// `Mates` says how a state's fragments are kept while it is expanded (fragments.hpp); nothing that
// leaves the model depends on it.
template <class Word, class Mates = MateBytes>
class ProfileModel {
 public:
  using State = Word;
  using Fragments = BasicFragments<Mates>;

  // The window must hold the columns that a square can reach, and one more. Throws UsageError where
  // the word is too small, or the strip has a single square.
  ProfileModel(const Strip& strip, ProfileCount count, const ProfileRules& rules = {})
      : strip_(strip),
        rules_(rules),
        apexes_(static_cast<int>(count)),
        window_(strip.rows, profile_window_columns<Word>(strip, count), apexes_),
        layout_(window_.first_apex() + apexes_),
        last_level_(strip.rows * strip.columns) {
    if (window_.columns() < 4 && window_.columns() < strip.columns)
      throw UsageError("the board is too wide for the word of this profile model");
    if (strip.squares() < 2)
      throw UsageError("the profile model takes boards of two squares and more");
    rules_.mirror = rules_.mirror && strip.is_mirror_symmetric();
    put_in_order();
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

  // A number for storage under which a level is dense; see profile_order.hpp (host only).
  bool number(State state, Uint128& number) const {
    return ProfileOrder(layout_).number(state, number);
  }
  State state_of(Uint128 number) const { return ProfileOrder(layout_).word<State>(number); }

  std::vector<State> roots() const {
    const Place place = place_at(0);
    Fragments fragments;
    fragments.bare = place.squares;
    if (apexes_ == 1) fragments.bare |= window_.apexes();
    if (apexes_ == 2) {
      fragments.ends = window_.apexes();
      fragments.make_mates(window_.first_apex(), window_.first_apex() + 1);
    }
    Search search(*this, place, fragments);
    if (!search.settle()) return {};
    return {encode(search.fragments)};
  }

  template <class Emit>
  KTOUR_HD void expand(State state, int level, Emit&& emit) const {
    const bool turns = (level + 1) % strip_.rows == 0;
    const int square = order_[level % strip_.rows];
    const bool has_choice = layout_.is_unsaturated(state, square);
    if (!has_choice && !turns) {
      emit(state);
      return;
    }
    const Place here = place_at(level);
    const Place there = turns ? place_at(level + 1) : here;
    const Search search(*this, here, layout_.template decode<Mates>(state));
    if (!has_choice) {
      turn(search, there, emit);
      return;
    }
    const auto finish = [&](Search& child) {
      if (turns)
        turn(child, there, emit);
      else if (child.settle())
        emit(word_or_none(child.fragments));
    };
    const bool one_edge = search.fragments.is_end(square);
    for (std::uint64_t rest = search.options(square); rest != 0; rest &= rest - 1) {
      Search first = search;
      first.connect(square, lowest_bit(rest));
      if (one_edge) {
        finish(first);
        continue;
      }
      std::uint64_t seconds = rest & (rest - 1) & first.options(square);
      for (; seconds != 0; seconds &= seconds - 1) {
        Search child = first;
        child.connect(square, lowest_bit(seconds));
        finish(child);
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
    return layout_.template decode<Mates>(state);
  }
  // Throws SpaceError where the state has more fragments than a word holds.
  State encode(const Fragments& fragments) const {
    State word;
    if (!layout_.encode(fragments, word))
      throw SpaceError("a state has too many path fragments for its word");
    return word;
  }

 private:
  // The window at a level. Masks hold squares only, but for `sure`.
  struct Place {
    std::uint64_t squares;   // present
    std::uint64_t even;      // of the colour of the board's square 0
    std::uint64_t starts;    // where the first of two apexes may go
    std::uint64_t ends;      // where the second may go
    std::uint64_t sure;      // vertices all of whose options lie in the window
    int even_excess_beyond;  // edges that even squares beyond the window need, less odd ones'
    bool beyond;             // whether squares lie beyond the window
  };

  KTOUR_HD Place place_at(int level) const {
    const int column = level / strip_.rows;
    Place place;
    const std::uint64_t squares = window_.squares();
    place.squares = strip_.present_from(column) & squares;
    place.even = column % 2 == 0 ? window_.checkered() : squares & ~window_.checkered();
    place.starts = strip_.starts_from(column) & squares;
    place.ends = strip_.ends_from(column) & squares;
    place.beyond = strip_.columns - column > window_.columns();
    place.sure = place.beyond ? squares & ~window_.last_two_columns() : squares | window_.apexes();
    place.even_excess_beyond = excess_from(column + window_.columns());
    return place;
  }

  // A state in work at one place, and what follows from the edges chosen so far.
  struct Search {
    const ProfileModel& model;
    const Place& place;
    Fragments fragments;
    std::uint64_t apex_options[2] = {};
    std::uint64_t closing = 0;  // ends a move away from their mate

    KTOUR_HD Search(const ProfileModel& its_model, const Place& its_place,
                    const Fragments& its_fragments)
        : model(its_model), place(its_place), fragments(its_fragments) {
      look_at_colours();
      look_at_mates(fragments.ends);
    }
    // Where what is known of the mates of squares has moved along with them.
    KTOUR_HD Search(const ProfileModel& its_model, const Place& its_place,
                    const Fragments& its_fragments, std::uint64_t its_closing)
        : model(its_model), place(its_place), fragments(its_fragments), closing(its_closing) {
      look_at_colours();
      look_at_mates(fragments.ends & model.window_.apexes());
    }

    // The vertices that an edge from `vertex` may still go to.
    KTOUR_HD std::uint64_t options(int vertex) const {
      const std::uint64_t mate = fragments.ends & bit(fragments.mate(vertex));
      if (fragments.unsaturated() == (bit(vertex) | mate) && !place.beyond)
        return neighbours(vertex) & mate;  // the very last edge
      return open_neighbours(vertex);
    }

    // Adds an edge to one of the options.
    KTOUR_HD void connect(int a, int b) {
      if (fragments.mate(a) == b) [[unlikely]] {
        fragments.ends = 0;  // the very last edge
        return;
      }
      const int far_a = fragments.mate(a);
      const int far_b = fragments.mate(b);
      fragments.join(a, b);
      look_at_fragment(far_a, far_b);
      const std::uint64_t apexes = model.window_.apexes();
      if (((bit(a) | bit(b)) & apexes) == 0) [[likely]]
        return;
      look_at_colours();
      look_at_mates(fragments.ends & apexes);
    }

    // Follows what is forced, or only looks where it leads. False at a contradiction.
    KTOUR_HD bool settle() {
      if (!model.rules_.degree) return true;
      if (model.rules_.forced && model.rules_.keep) return follow();
      Search copy = *this;
      return copy.follow();
    }

   private:
    // An edge between squares takes one from what both colours need, so the difference is up to the
    // apexes alone.
    KTOUR_HD void look_at_colours() {
      if (model.apexes_ == 0) return;
      std::uint64_t allowed = place.squares;
      if (model.rules_.colour) {
        const std::uint64_t squares = model.window_.squares();
        const std::uint64_t apexes = model.window_.apexes();
        const std::uint64_t bare = fragments.bare & squares;
        const std::uint64_t ends = fragments.ends & squares;
        const int excess = 2 * (popcount(bare & place.even) - popcount(bare & ~place.even)) +
                           popcount(ends & place.even) - popcount(ends & ~place.even) +
                           place.even_excess_beyond;
        const int apex_edges =
            2 * popcount(fragments.bare & apexes) + popcount(fragments.ends & apexes);
        if (excess == apex_edges)
          allowed &= place.even;
        else if (-excess == apex_edges)
          allowed &= ~place.even;
        else if (excess != 0 || apex_edges != 2)
          allowed = 0;
      }
      apex_options[0] = model.apexes_ == 2 ? allowed & place.starts : allowed;
      apex_options[1] = model.apexes_ == 2 ? allowed & place.ends : allowed;
    }

    // `closing` of the ends and of their mates.
    KTOUR_HD void look_at_mates(std::uint64_t ends) {
      while (ends != 0) {
        const int end = lowest_bit(ends);
        const int mate = fragments.mate(end);
        look_at_fragment(end, mate);
        ends &= ~(bit(end) | bit(mate));
      }
    }
    KTOUR_HD void look_at_fragment(int end, int mate) {
      const std::uint64_t both = bit(end) | bit(mate);
      const bool near = (neighbours(end) >> mate & 1) != 0;
      closing = (closing & ~both) | (near ? both : 0);
    }

    KTOUR_HD std::uint64_t neighbours(int vertex) const {
      if (model.apexes_ == 0) return model.window_.moves(vertex);
      const int apex = model.window_.first_apex();
      if (vertex >= apex) return vertex == apex ? apex_options[0] : apex_options[1];
      return model.window_.moves(vertex) | (apex_options[0] >> vertex & 1) << apex |
             (apex_options[1] >> vertex & 1) << (apex + 1);
    }

    // The options but for the very last edge.
    KTOUR_HD std::uint64_t open_neighbours(int vertex) const {
      const std::uint64_t mate = fragments.ends & bit(fragments.mate(vertex));
      return neighbours(vertex) & fragments.unsaturated() & ~mate;
    }

    KTOUR_HD bool follow() {
      for (;;) {
        if (fragments.bare == 0 && popcount(fragments.ends) == 2 && !place.beyond) [[unlikely]] {
          if ((closing & fragments.ends) == 0) return false;
          if (model.rules_.forced) fragments.ends = 0;
          return true;
        }
        std::uint64_t forced;
        if (!find_forced(forced)) return false;
        if (forced == 0 || !model.rules_.forced) return true;
        // What is forced now stays so, or becomes a contradiction, which the next round will find.
        for (; forced != 0; forced &= fragments.unsaturated()) {
          const int vertex = lowest_bit(forced);
          const std::uint64_t found = open_neighbours(vertex);
          if (found == 0) [[unlikely]]
            break;
          connect(vertex, lowest_bit(found));
        }
      }
    }

    // The vertices with just as many options as they need. False where one has fewer.
    KTOUR_HD bool find_forced(std::uint64_t& forced) const {
      const std::uint64_t unsaturated = fragments.unsaturated();
      Tally near = model.window_.moves_to(unsaturated);
      for (int index = 0; index < 2; ++index) {
        const int apex = model.window_.first_apex() + index;
        if ((unsaturated >> apex & 1) == 0) continue;
        near.add(apex_options[index]);
        near.set(apex, popcount(apex_options[index] & unsaturated));
      }
      // The mate is near, and no option.
      const std::uint64_t two = fragments.bare | (fragments.ends & closing);
      const std::uint64_t enough = (two & near.two) | (~two & near.one);
      const std::uint64_t more = (two & near.three) | (~two & near.two);
      forced = unsaturated & place.sure & ~more;
      return (unsaturated & place.sure & ~enough) == 0;
    }
  };

  // The column in work is done: the window moves on by one.
  template <class Emit>
  KTOUR_HD void turn(const Search& done, const Place& there, Emit& emit) const {
    Fragments moved;
    moved.bare = window_.move_on(done.fragments.bare) |
                 (there.squares & ~window_.move_on(done.place.squares));
    moved.ends = window_.move_on(done.fragments.ends);
    for (std::uint64_t rest = done.fragments.ends; rest != 0; rest &= rest - 1) {
      const int vertex = lowest_bit(rest);
      moved.set_mate(window_.move_on(vertex), window_.move_on(done.fragments.mate(vertex)));
    }
    Search search(*this, there, moved, window_.move_on(done.closing));
    if (!search.settle()) return;
    const Fragments& first = search.fragments;
    const int preference =
        rules_.mirror ? prefer(first.unsaturated(), window_.mirrored(first.unsaturated())) : -1;
    if (preference < 0) {
      emit(word_or_none(first));
      return;
    }
    const State image = word_or_none(mirror_image(first));
    if (preference > 0) {
      emit(image);
      return;
    }
    const State word = word_or_none(first);
    emit(word < image ? word : image);
  }

  // Which of a state and its image stands for both, by their unsaturated vertices: below 0 the
  // first, above 0 the second. Any choice is right; this one makes the states of the next column
  // alike, and they merge more.
  KTOUR_HD int prefer(std::uint64_t first_open, std::uint64_t second_open) const {
    const std::uint64_t column = bit(strip_.rows) - 1;
    if (first_open == second_open) return 0;
    if (((first_open ^ second_open) & column) != 0)
      return (first_open & column) > (second_open & column) ? -1 : 1;
    return first_open < second_open ? -1 : 1;
  }

  KTOUR_HD Fragments mirror_image(const Fragments& fragments) const {
    Fragments image;
    image.bare = window_.mirrored(fragments.bare);
    image.ends = window_.mirrored(fragments.ends);
    for (std::uint64_t rest = fragments.ends; rest != 0; rest &= rest - 1) {
      const int vertex = lowest_bit(rest);
      image.set_mate(window_.mirrored(vertex), window_.mirrored(fragments.mate(vertex)));
    }
    return image;
  }

  // kNone where a word cannot hold the state: devices refuse it.
  KTOUR_HD State word_or_none(const Fragments& fragments) const {
    State word;
    return layout_.encode(fragments, word) ? word : kNone;
  }

  KTOUR_HD int excess_from(int column) const {
    if (column >= strip_.columns) return 0;
    if (!strip_.whole) return excess_[column];
    if (strip_.rows % 2 == 0 || (strip_.columns - column) % 2 == 0) return 0;
    return column % 2 == 0 ? 2 : -2;
  }

  void put_in_order() {
    int place = 0;
    for (const int parity : {0, 1})
      for (int row = parity; row < strip_.rows; row += 2)
        order_[place++] = static_cast<std::uint8_t>(row);
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
  ProfileWindow window_;
  KeyLayout layout_;
  int last_level_;
  std::uint8_t order_[Strip::kMostRows] = {};
  std::int8_t excess_[64] = {};  // needed edges from a column on: even squares less odd ones
};

}  // namespace ktour
