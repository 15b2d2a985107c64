// Checks of a count of queens: plain backtracking, which shares nothing with the model, and the
// published values.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "queens_run.hpp"
#include "verification.hpp"

namespace ktour {

// Every solution, one by one; as a fundamental one counts the first of its eight images. Throws
// Interrupted.
struct QueensFound {
  std::uint64_t all = 0;
  std::uint64_t fundamental = 0;
};
QueensFound backtrack_queens(int queens, const std::atomic<bool>* stop = nullptr);

// More take longer than a second.
inline constexpr int kMostQueensBacktracked = 14;

// OEIS A000170 and A002562; nothing beyond their terms here.
std::optional<QueensAnswer> published_queens(int queens);

// Compares with both, with the former where `backtracks`.
Verification verify_queens(int queens, const QueensAnswer& answer, bool backtracks,
                           const std::atomic<bool>* stop);

}  // namespace ktour
