#include "queens_check.hpp"

#include <array>
#include <span>
#include <string>

#include "compiler.hpp"
#include "errors.hpp"
#include "queens_symmetry.hpp"

namespace ktour {
namespace {

// Columns from the left, the rows of each that are left as a mask.
class Backtracking {
 public:
  Backtracking(int queens, const std::atomic<bool>* stop) : queens_(queens), stop_(stop) {}

  QueensFound run() {
    fill(0, bit(queens_) - 1, 0, 0);
    return found_;
  }

 private:
  using Rows = std::array<int, 32>;  // by column

  void fill(int column, std::uint64_t rows, std::uint64_t rising, std::uint64_t falling) {
    constexpr int kColumnsBetweenLooks = 3;
    if (column == queens_) {
      ++found_.all;
      if (is_first_of_its_images(std::span(rows_).first(static_cast<std::size_t>(queens_))))
        ++found_.fundamental;
      return;
    }
    if (column <= kColumnsBetweenLooks && stop_ != nullptr && *stop_) throw Interrupted();
    for (std::uint64_t safe = rows & ~(rising | falling); safe != 0; safe &= safe - 1) {
      const std::uint64_t queen = safe & (~safe + 1);
      rows_[static_cast<std::size_t>(column)] = lowest_bit(queen);
      fill(column + 1, rows ^ queen, (rising | queen) >> 1, (falling | queen) << 1);
    }
  }

  int queens_;
  const std::atomic<bool>* stop_;
  Rows rows_{};
  QueensFound found_;
};

// By the number of queens, from 1.
constexpr std::array<std::array<std::uint64_t, 2>, 21> kPublished{{{1, 1},
                                                                   {0, 0},
                                                                   {0, 0},
                                                                   {2, 1},
                                                                   {10, 2},
                                                                   {4, 1},
                                                                   {40, 6},
                                                                   {92, 12},
                                                                   {352, 46},
                                                                   {724, 92},
                                                                   {2680, 341},
                                                                   {14200, 1787},
                                                                   {73712, 9233},
                                                                   {365596, 45752},
                                                                   {2279184, 285053},
                                                                   {14772512, 1846955},
                                                                   {95815104, 11977939},
                                                                   {666090624, 83263591},
                                                                   {4968057848, 621012754},
                                                                   {39029188884, 4878666808},
                                                                   {314666222712, 39333324973}}};

}  // namespace

QueensFound backtrack_queens(int queens, const std::atomic<bool>* stop) {
  return Backtracking(queens, stop).run();
}

std::optional<QueensAnswer> published_queens(int queens) {
  if (queens < 1 || queens > static_cast<int>(kPublished.size())) return std::nullopt;
  const auto& [all, fundamental] = kPublished[static_cast<std::size_t>(queens - 1)];
  return QueensAnswer{all, fundamental};
}

Verification verify_queens(int queens, const QueensAnswer& answer, bool backtracks,
                           const std::atomic<bool>* stop) {
  Verification verification;
  if (const auto published = published_queens(queens)) {
    verification.compare("OEIS A000170", answer.all, published->all);
    verification.compare("OEIS A002562, fundamental", answer.fundamental, published->fundamental);
  }
  if (backtracks) {
    const QueensFound found = backtrack_queens(queens, stop);
    verification.compare("backtracking", answer.all, found.all);
    verification.compare("backtracking, fundamental", answer.fundamental, found.fundamental);
  }
  return verification;
}

}  // namespace ktour
