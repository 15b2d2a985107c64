#include "queens_symmetry.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <utility>

#include "compiler.hpp"

namespace ktour {
namespace {

constexpr std::size_t kMostQueensTurned = 64;

class OrbitSearch {
 public:
  OrbitSearch(Turn turn, int queens)
      : queens_(queens), images_(turn == Turn::kHalf ? 2 : 4), step_(turn == Turn::kHalf ? 2 : 1) {}

  std::uint64_t count() {
    if (columns_ == bit(queens_) - 1) return 1;
    const int column = lowest_bit(~columns_);
    std::uint64_t found = 0;
    for (int row = 0; row < queens_; ++row) {
      const OrbitSearch before = *this;
      if (place_orbit(row, column)) found += count();
      *this = before;
    }
    return found;
  }

 private:
  // False where queens of the orbit attack each other or one that stands; then some of them stand.
  bool place_orbit(int row, int column) {
    const int first_row = row;
    const int first_column = column;
    for (int image = 0; image < images_; ++image) {
      if (!place(row, column)) return false;
      for (int turns = 0; turns < step_; ++turns) {
        const int row_before = row;
        row = column;
        column = queens_ - 1 - row_before;
      }
      if (row == first_row && column == first_column) break;  // in the centre
    }
    return true;
  }

  bool place(int row, int column) {
    const std::uint64_t rising = bit(row + column);
    const std::uint64_t falling = bit(row - column + queens_);
    if ((rows_ & bit(row)) != 0 || (columns_ & bit(column)) != 0 || (rising_ & rising) != 0 ||
        (falling_ & falling) != 0)
      return false;
    rows_ |= bit(row);
    columns_ |= bit(column);
    rising_ |= rising;
    falling_ |= falling;
    return true;
  }

  int queens_;
  int images_;
  int step_;  // quarter turns from one image to the next
  std::uint64_t rows_ = 0;
  std::uint64_t columns_ = 0;
  std::uint64_t rising_ = 0;
  std::uint64_t falling_ = 0;
};

}  // namespace

std::uint64_t queens_invariant_under(Turn turn, int queens) {
  return OrbitSearch(turn, queens).count();
}

Count fundamental_queens(int queens, const Count& all) {
  if (queens == 1) return all;
  const Count fixed = queens_invariant_under(Turn::kHalf, queens) +
                      2 * queens_invariant_under(Turn::kQuarter, queens);
  return (all + fixed).half().half().half();
}

bool is_first_of_its_images(std::span<const int> rows) {
  std::array<int, kMostQueensTurned> places{};
  std::array<int, kMostQueensTurned> places_turned{};
  std::span<int> image = std::span(places).first(rows.size());
  std::span<int> turned = std::span(places_turned).first(rows.size());
  std::ranges::copy(rows, image.begin());
  for (int turn = 0; turn < 4; ++turn) {
    if (std::ranges::lexicographical_compare(image, rows) ||
        std::ranges::lexicographical_compare(std::views::reverse(image), rows))
      return false;
    int column = static_cast<int>(rows.size());
    for (const int row : image) turned[static_cast<std::size_t>(row)] = --column;
    std::swap(image, turned);
  }
  return true;
}

}  // namespace ktour
