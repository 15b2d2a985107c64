// Exact arithmetic on counts: 64-bit multiplicities and 128-bit totals that never wrap silently.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "compiler.hpp"
#include "errors.hpp"

namespace ktour {

// A multiplicity is a 64-bit count. The largest value is reserved to mean "did not fit", so that
// additions saturate associatively, in any order and on any device, and an overflow is seen once,
// at the barrier.
using Multiplicity = std::uint64_t;
inline constexpr Multiplicity kSaturated = ~Multiplicity{0};

KTOUR_HD constexpr Multiplicity saturating_add(Multiplicity a, Multiplicity b) {
  const Multiplicity sum = a + b;
  return sum < a ? kSaturated : sum;
}

// Throws SpaceError instead of wrapping.
inline Uint128 checked_add(Uint128 a, Uint128 b) {
  const Uint128 sum = a + b;
  if (sum < a) throw SpaceError("a total exceeds 128 bits");
  return sum;
}

inline std::string to_decimal(Uint128 value) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace ktour
