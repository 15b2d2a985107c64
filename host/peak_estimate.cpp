#include "peak_estimate.hpp"

#include <algorithm>
#include <cmath>

namespace ktour {
namespace {

constexpr int kFewestRows = 4;
constexpr int kMostColumns = 10;

}  // namespace

PeakEstimate::PeakEstimate(int rows, int columns)
    : rows_(rows),
      first_((2 * std::min(columns, kMostColumns) * rows + 4) / 5),
      middle_(std::min(columns, kMostColumns) / 2 * rows) {}

void PeakEstimate::add(int level, std::uint64_t frontier) {
  level_ = level;
  largest_.push_back(largest_.empty() ? frontier : std::max(largest_.back(), frontier));
}

std::optional<std::uint64_t> PeakEstimate::states() const {
  const auto column = static_cast<std::size_t>(rows_);
  if (rows_ < kFewestRows || level_ < first_ || level_ >= middle_ || largest_.size() <= column)
    return std::nullopt;
  const auto largest = static_cast<double>(largest_.back());
  const auto before = static_cast<double>(largest_[largest_.size() - 1 - column]);
  if (before < 1) return std::nullopt;
  const double columns_to_come = static_cast<double>(middle_ - level_) / rows_;
  return static_cast<std::uint64_t>(largest * std::pow(largest / before, columns_to_come / 2));
}

}  // namespace ktour
