// The only file that sees Thrust. The macro THRUST_DEVICE_SYSTEM chooses its system: OMP, or CPP
// under ThreadSanitizer, which does not know libgomp. Thrust binds references to null pointers as a
// matter of course: compile this file with -fno-sanitize=null under UndefinedBehaviorSanitizer.
#include "host_primitives.hpp"

#if !defined(THRUST_DEVICE_SYSTEM)
#error "choose Thrust's OMP or CPP system, as -DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_OMP"
#endif

#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

namespace ktour::host_primitives {

void exclusive_sum(const std::uint32_t* in, std::uint64_t* out, std::uint64_t count) {
  thrust::exclusive_scan(thrust::device, in, in + count, out, std::uint64_t{0},
                         thrust::plus<std::uint64_t>());
}

// The comparator keeps Thrust from a radix sort of its own, which knows nothing of masks.
template <class State, class Amount>
void sort_pairs(State* state, Amount* multiplicity, std::uint64_t count, State mask) {
  thrust::stable_sort_by_key(
      thrust::device, state, state + count, multiplicity,
      [mask](const State& a, const State& b) { return (a & mask) < (b & mask); });
}

template <class State, class Amount>
std::uint64_t reduce_by_state(const State* state, const Amount* multiplicity, std::uint64_t count,
                              State* out_state, Amount* out_multiplicity) {
  const auto end = thrust::reduce_by_key(
      thrust::device, state, state + count, multiplicity, out_state, out_multiplicity,
      [](const State& a, const State& b) { return a == b; },
      [](Amount a, Amount b) { return saturating_add(a, b); });
  return static_cast<std::uint64_t>(end.first - out_state);
}

#define INSTANTIATE(State, Amount)                                                           \
  template void sort_pairs(State*, Amount*, std::uint64_t, State);                           \
  template std::uint64_t reduce_by_state(const State*, const Amount*, std::uint64_t, State*, \
                                         Amount*);
INSTANTIATE(std::uint32_t, Multiplicity)
INSTANTIATE(std::uint64_t, Multiplicity)
INSTANTIATE(Uint128, Multiplicity)
INSTANTIATE(std::uint64_t, Uint128)
INSTANTIATE(Uint128, Uint128)
#undef INSTANTIATE

}  // namespace ktour::host_primitives
