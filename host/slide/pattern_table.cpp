// The search that fills a table. Where the blank is matters on the way, though not for the value:
// it goes freely between squares without a tile of the pattern, and a tile slides to a square
// beside it that the blank can get to. So a state is a placement and a region of the blank's
// squares, and one level is all states that take the same number of the pattern's slides. A
// placement keeps a mask of the squares where the blank has been, and for the level to come one of
// those where it will arrive.
#include "slide/pattern_table.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace ktour {
namespace {

using SquareSet = std::uint16_t;

constexpr SquareSet square_bit(int square) { return static_cast<SquareSet>(1U << square); }

// A level is given out in pieces of this many placements.
constexpr std::uint64_t kPiece = 1 << 14;

class PatternSearch {
 public:
  PatternSearch(TileShape shape, PatternTable& table, std::atomic<std::uint64_t>& done)
      : table_(table),
        done_(done),
        last_column_(columns_mask(shape, shape.columns - 1)),
        first_column_(columns_mask(shape, 0)),
        all_squares_(static_cast<SquareSet>((1U << shape.squares()) - 1)),
        columns_(shape.columns),
        slides_(shape),
        been_(table.values().size()),
        arriving_(table.values().size()),
        arriving_next_(table.values().size()) {
    std::uint64_t home = 0;
    for (const int tile : table.tiles()) home |= static_cast<std::uint64_t>(tile - 1) << (4 * tile);
    arriving_[table.rank(home)] = square_bit(shape.squares() - 1);
  }

  void run(ThreadTeam& team) {
    const std::uint64_t placements = been_.size();
    const std::uint64_t pieces = (placements + kPiece - 1) / kPiece;
    std::atomic<bool> any{true};
    for (int level = 0; any; ++level) {
      any = false;
      const auto expand_piece = [&](std::uint64_t piece, int) {
        const std::uint64_t end = std::min(placements, (piece + 1) * kPiece);
        if (expand(piece * kPiece, end, static_cast<std::uint8_t>(level))) any = true;
      };
      team.run(pieces, expand_piece);
      std::swap(arriving_, arriving_next_);
    }
  }

 private:
  static SquareSet columns_mask(TileShape shape, int column) {
    SquareSet mask = 0;
    for (int row = 0; row < shape.rows; ++row)
      mask = static_cast<SquareSet>(mask | square_bit(row * shape.columns + column));
    return mask;
  }

  // Whether a state of the next level came of it.
  bool expand(std::uint64_t begin, std::uint64_t end, std::uint8_t level) {
    bool any = false;
    std::uint64_t reached = 0;
    for (std::uint64_t rank = begin; rank < end; ++rank) {
      if (arriving_[rank] == 0) continue;
      const auto blanks = static_cast<SquareSet>(std::exchange(arriving_[rank], 0) & ~been_[rank]);
      if (blanks == 0) continue;
      const std::uint64_t squares = table_.unrank(static_cast<std::uint32_t>(rank));
      SquareSet free = all_squares_;
      for (const int tile : table_.tiles())
        free = static_cast<SquareSet>(free & ~square_bit(static_cast<int>(nibble(squares, tile))));
      const SquareSet region = spread(blanks, free);
      if (been_[rank] == 0) {
        table_.values()[rank] = level;
        ++reached;
      }
      been_[rank] = static_cast<SquareSet>(been_[rank] | region);
      any = slide_into(region, squares) || any;
    }
    done_ += reached;
    return any;
  }

  // All squares that the blank gets to from `blanks` over free ones.
  SquareSet spread(SquareSet blanks, SquareSet free) const {
    for (;;) {
      const std::uint32_t wide = blanks;
      const std::uint32_t sideways = (wide & ~last_column_) << 1 | (wide & ~first_column_) >> 1;
      const std::uint32_t along = wide << columns_ | wide >> columns_;
      const auto more = static_cast<SquareSet>((wide | sideways | along) & free);
      if (more == blanks) return blanks;
      blanks = more;
    }
  }

  bool slide_into(SquareSet region, std::uint64_t squares) {
    bool any = false;
    for (const int tile : table_.tiles()) {
      const auto from = static_cast<int>(nibble(squares, tile));
      for (const auto& [slide, to] : slides_.of(from)) {  // the squares beside it
        if ((region & square_bit(to)) == 0) continue;
        const std::uint64_t moved = squares ^ static_cast<std::uint64_t>(from ^ to) << (4 * tile);
        std::atomic_ref(arriving_next_[table_.rank(moved)])
            .fetch_or(square_bit(from), std::memory_order_relaxed);
        any = true;
      }
    }
    return any;
  }

  PatternTable& table_;
  std::atomic<std::uint64_t>& done_;
  std::uint32_t last_column_;
  std::uint32_t first_column_;
  SquareSet all_squares_;
  int columns_;
  SlideTable slides_;
  // By rank: squares of the blank.
  std::vector<SquareSet> been_;
  std::vector<SquareSet> arriving_;
  std::vector<SquareSet> arriving_next_;
};

}  // namespace

PatternTable::PatternTable(TileShape shape, std::vector<int> tiles)
    : shape_(shape), tiles_(std::move(tiles)) {
  std::size_t placements = 1;
  auto choices = static_cast<std::size_t>(shape.squares());
  for (std::size_t placed = 0; placed < tiles_.size(); ++placed) placements *= choices--;
  values_.resize(placements);
}

std::uint64_t PatternTable::unrank(std::uint32_t rank) const {
  std::array<std::uint32_t, TileBoard::kMostSquares> digits{};
  auto choices =
      static_cast<std::uint32_t>(shape_.squares() + 1) - static_cast<std::uint32_t>(tiles_.size());
  for (std::size_t left = tiles_.size(); left > 0; --left, ++choices) {
    digits[left - 1] = rank % choices;
    rank /= choices;
  }
  std::uint64_t squares = 0;
  std::uint32_t free = (1U << shape_.squares()) - 1;
  for (std::size_t index = 0; index < tiles_.size(); ++index) {
    std::uint32_t choice = free;
    for (std::uint32_t skipped = 0; skipped < digits[index]; ++skipped) choice &= choice - 1;
    const auto square = static_cast<std::uint64_t>(std::countr_zero(choice));
    squares |= square << (4 * tiles_[index]);
    free &= ~(1U << square);
  }
  return squares;
}

void PatternTable::build(ThreadTeam& team, std::atomic<std::uint64_t>& done) {
  std::ranges::fill(values_, std::uint8_t{0});
  PatternSearch(shape_, *this, done).run(team);
}

}  // namespace ktour
