// A count of tours or paths: a whole number without an upper limit. Totals of a level are kept in
// it; what is added up state by state has a fixed width (see wide.hpp) and is converted at the
// barrier.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler.hpp"

namespace ktour {

class Count {
 public:
  Count() = default;
  Count(Uint128 value);  // NOLINT(google-explicit-constructor): every unsigned number is a count
  // Words of 64 bits, least first.
  explicit Count(std::span<const std::uint64_t> limbs);

  Count& operator+=(const Count& other);
  friend Count operator+(Count a, const Count& b) { return a += b; }
  friend bool operator==(const Count&, const Count&) = default;
  std::strong_ordering operator<=>(const Count& other) const;

  // Reads decimal(). Nothing where the text is no number.
  static std::optional<Count> from_decimal(std::string_view text);

  // Rounded down.
  Count half() const;
  double approximately() const;
  std::string decimal() const;

 private:
  void drop_leading_zeros();

  std::vector<std::uint64_t> limbs_;  // least first, the last one not 0
};

inline std::string to_decimal(const Count& count) { return count.decimal(); }

}  // namespace ktour
