// Exact arithmetic on multiplicities: 64-bit counts that never wrap silently. 128 bits hold the sum of
// as many of them as there can be states; totals beyond that are a Count.
#pragma once

#include <cstdint>
#include <type_traits>

#include "compiler.hpp"

namespace ktour {

// A multiplicity is a 64-bit count, or one of 128 bits where these do not suffice. The largest
// value is reserved to mean "did not fit", so that additions saturate associatively, in any order
// and on any device, and an overflow is seen once, at the barrier.
using Multiplicity = std::uint64_t;
inline constexpr Multiplicity kSaturated = ~Multiplicity{0};

template <class Amount>
KTOUR_HD constexpr bool is_saturated(Amount amount) {
  return amount == static_cast<Amount>(~Amount{0});
}

template <class Amount>
KTOUR_HD constexpr Amount saturating_add(Amount a, std::type_identity_t<Amount> b) {
  const Amount sum = a + b;
  return sum < a ? static_cast<Amount>(~Amount{0}) : sum;
}

}  // namespace ktour
