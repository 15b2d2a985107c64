// The parallel primitives of the host backend, done by one of Thrust's host systems, compiled once
// for the words that states and multiplicities are made of: 32, 64 and 128 bits, and 64 and 128
// bits.
#pragma once

#include <cstdint>

#include "wide.hpp"

namespace ktour::host_primitives {

void exclusive_sum(const std::uint32_t* in, std::uint64_t* out, std::uint64_t count);

// Ascending by `state & mask`, in place; what is equal keeps its order.
template <class State, class Amount>
void sort_pairs(State* state, Amount* multiplicity, std::uint64_t count, State mask);

// Makes one state of every run of equal ones, multiplicities by saturating_add, and returns how
// many.
template <class State, class Amount>
std::uint64_t reduce_by_state(const State* state, const Amount* multiplicity, std::uint64_t count,
                              State* out_state, Amount* out_multiplicity);

}  // namespace ktour::host_primitives
