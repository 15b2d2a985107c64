// A board's number is made of the blank's square and of the order of its tiles, row by row:
//
//      1  2  3  4        order 1 2 3 4 5 7 8 6 9 10 11, blank on square 6
//      5  7  -  8
//      6  9 10 11        number = blank * orders + rank of the order
//
// Moving the blank along its row leaves the order alone. Moving it down takes a tile over the
// columns - 1 tiles between. So the blank's row says whether the order is even, and the last two
// tiles need no digits: there are (k - 1)!/2 orders for each square of the blank.
//
// Two bits a board: 00 not seen, 01 and 10 of this level and of the next, in turns, 11 of a level
// before. Every change sets a bit, so threads need nothing but an atomic or.
#include "tiles_check.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <string>

#include "compiler.hpp"
#include "errors.hpp"
#include "thread_team.hpp"

namespace ktour {
namespace {

class RankedSearch {
 public:
  RankedSearch(int rows, int columns)
      : rows_(rows),
        columns_(columns),
        squares_(rows * columns),
        ranked_(std::max(squares_ - 3, 0)) {
    for (int place = 0; place < ranked_; ++place)
      orders_ *= tiles() - static_cast<std::uint64_t>(place);
    seen_ = std::vector<std::atomic<std::uint64_t>>(
        (static_cast<std::uint64_t>(squares_) * orders_ + kInWord - 1) / kInWord);
  }

  std::vector<std::uint64_t> run(int threads, const std::atomic<bool>* stop) {
    ThreadTeam team(threads, stop);
    constexpr std::uint64_t kWordsInTask = 4096;
    Order goal{};
    for (std::size_t place = 0; place < goal.size(); ++place) goal[place] = static_cast<int>(place);
    reach(squares_ - 1, rank(goal), 1);
    std::vector<std::uint64_t> levels{1};
    for (std::uint64_t mark = 1; levels.back() != 0; mark = 3 - mark) {
      std::atomic<std::uint64_t> reached{0};
      team.run((seen_.size() + kWordsInTask - 1) / kWordsInTask, [&](std::uint64_t task, int) {
        const std::uint64_t begin = task * kWordsInTask;
        const std::uint64_t end = std::min<std::uint64_t>(begin + kWordsInTask, seen_.size());
        std::uint64_t found = 0;
        for (std::uint64_t word = begin; word < end; ++word) found += expand_word(word, mark);
        reached += found;
      });
      levels.push_back(reached);
    }
    levels.pop_back();
    return levels;
  }

 private:
  using Order = std::array<int, 16>;  // tiles from 0, without the blank

  static constexpr std::uint64_t kInWord = 32;  // boards
  static constexpr std::uint64_t kLowBits = 0x5555555555555555;

  std::uint64_t tiles() const { return static_cast<std::uint64_t>(squares_ - 1); }

  // Expands the boards with this mark; returns how many were reached for the first time.
  std::uint64_t expand_word(std::uint64_t word, std::uint64_t mark) {
    const std::uint64_t bits = seen_[word].load(std::memory_order_relaxed);
    const std::uint64_t wanted = mark == 1 ? bits & ~(bits >> 1) : bits >> 1 & ~bits;
    std::uint64_t reached = 0;
    for (std::uint64_t left = wanted & kLowBits; left != 0; left &= left - 1) {
      const auto place = static_cast<std::uint64_t>(lowest_bit(left));
      seen_[word].fetch_or(std::uint64_t{3} << place, std::memory_order_relaxed);
      reached += expand(word * kInWord + place / 2, 3 - mark);
    }
    return reached;
  }

  std::uint64_t expand(std::uint64_t board, std::uint64_t mark) {
    const auto blank = static_cast<int>(board / orders_);
    const std::uint64_t order_rank = board % orders_;
    std::uint64_t reached = 0;
    if (blank % columns_ > 0) reached += reach(blank - 1, order_rank, mark);
    if (blank % columns_ < columns_ - 1) reached += reach(blank + 1, order_rank, mark);
    if (rows_ == 1) return reached;
    Order order = order_of(order_rank, blank);
    const auto behind = order.begin() + blank;  // the tiles behind the blank
    if (blank >= columns_) {
      const auto above = behind - columns_;
      std::rotate(above, above + 1, behind);
      reached += reach(blank - columns_, rank(order), mark);
      std::rotate(above, behind - 1, behind);
    }
    if (blank + columns_ < squares_) {
      std::rotate(behind, behind + columns_ - 1, behind + columns_);
      reached += reach(blank + columns_, rank(order), mark);
    }
    return reached;
  }

  // Marks a board, where it has no mark. Returns 1 if it had none.
  std::uint64_t reach(int blank, std::uint64_t order_rank, std::uint64_t mark) {
    const std::uint64_t board = static_cast<std::uint64_t>(blank) * orders_ + order_rank;
    std::atomic<std::uint64_t>& word = seen_[board / kInWord];
    const std::uint64_t place = board % kInWord * 2;
    if ((word.load(std::memory_order_relaxed) >> place & 3) != 0) return 0;
    const std::uint64_t before = word.fetch_or(mark << place, std::memory_order_relaxed);
    return (before >> place & 3) == 0 ? 1 : 0;
  }

  // All tiles but the last two, each by its number among the tiles left.
  std::uint64_t rank(const Order& order) const {
    std::uint64_t rank = 0;
    std::uint64_t left = bit(squares_ - 1) - 1;
    for (int place = 0; place < ranked_; ++place) {
      const int tile = order[static_cast<std::size_t>(place)];
      rank = rank * (tiles() - static_cast<std::uint64_t>(place)) +
             static_cast<std::uint64_t>(popcount(left & (bit(tile) - 1)));
      left &= ~bit(tile);
    }
    return rank;
  }

  Order order_of(std::uint64_t rank, int blank) const {
    std::array<int, 16> digits{};
    int inversions = 0;
    for (int place = ranked_ - 1; place >= 0; --place) {
      const std::uint64_t radix = tiles() - static_cast<std::uint64_t>(place);
      digits[static_cast<std::size_t>(place)] = static_cast<int>(rank % radix);
      inversions += digits[static_cast<std::size_t>(place)];
      rank /= radix;
    }
    const int rows_below = rows_ - 1 - blank / columns_;
    if ((inversions + rows_below * (columns_ - 1)) % 2 != 0 && squares_ > 2)
      digits[static_cast<std::size_t>(ranked_)] = 1;
    Order order{};
    std::uint64_t left = bit(squares_ - 1) - 1;
    for (std::size_t place = 0; place < tiles(); ++place) {
      order[place] = nth_bit(left, digits[place]);
      left &= ~bit(order[place]);
    }
    return order;
  }

  int rows_;
  int columns_;
  int squares_;
  int ranked_;  // tiles that the rank names
  std::uint64_t orders_ = 1;
  std::vector<std::atomic<std::uint64_t>> seen_;
};

struct Published {
  int rows;
  int columns;
  PublishedTiles known;
};
// The blank in a corner; rows <= columns.
constexpr std::array<Published, 15> kPublished{{{1, 1, {0, 1}},
                                                {1, 2, {1, 1}},
                                                {1, 3, {2, 1}},
                                                {1, 4, {3, 1}},
                                                {1, 5, {4, 1}},
                                                {2, 2, {6, 1}},
                                                {2, 3, {21, 1}},
                                                {2, 4, {36, 1}},
                                                {2, 5, {55, 2}},
                                                {2, 6, {80, {}}},
                                                {2, 7, {108, {}}},
                                                {3, 3, {31, 2}},
                                                {3, 4, {53, 18}},
                                                {3, 5, {84, {}}},
                                                {4, 4, {80, {}}}}};

// One line for all levels where they agree, else for the first that does not.
void compare_levels(const std::vector<LevelStatistics>& levels,
                    const std::vector<std::uint64_t>& expected, Verification& verification) {
  std::size_t level = 0;
  while (level < std::min(levels.size(), expected.size()) &&
         levels[level].frontier == expected[level])
    ++level;
  if (level < levels.size() && level < expected.size())
    verification.compare("ranked search, level " + std::to_string(level), levels[level].frontier,
                         expected[level]);
  else
    verification.compare("ranked search, levels", levels.size(), expected.size());
}

}  // namespace

std::vector<std::uint64_t> search_ranked_tiles(int rows, int columns, int threads,
                                               const std::atomic<bool>* stop) {
  try {
    return RankedSearch(rows, columns).run(threads, stop);
  } catch (const std::bad_alloc&) {
    throw SpaceError(
        "the system refused memory for two bits a board; free some, or skip the "
        "comparisons with --no-verify");
  }
}

std::optional<PublishedTiles> published_tiles(int rows, int columns) {
  for (const Published& one : kPublished)
    if (one.rows == std::min(rows, columns) && one.columns == std::max(rows, columns))
      return one.known;
  return std::nullopt;
}

Verification verify_tiles(const TilesQuestion& question, const TilesResult& result,
                          const RunOptions& options) {
  Verification verification;
  const TilesAnswer& answer = result.answer.value();
  if (const auto published = published_tiles(question.rows, question.columns)) {
    verification.compare("OEIS A151944, depth", answer.depth, published->depth);
    if (published->farthest)
      verification.compare("OEIS A090163, farthest", answer.farthest, *published->farthest);
  }
  if (question.rows * question.columns <= kMostSquaresRanked)
    compare_levels(
        result.statistics.levels,
        search_ranked_tiles(question.rows, question.columns, options.threads, options.stop),
        verification);
  return verification;
}

}  // namespace ktour
