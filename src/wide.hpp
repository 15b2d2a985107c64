// Exact arithmetic on multiplicities: 64-bit counts that never wrap silently. 128 bits hold the sum of
// as many of them as there can be states; totals beyond that are a Count.
#pragma once

#include <cstdint>

#include "compiler.hpp"

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

}  // namespace ktour
