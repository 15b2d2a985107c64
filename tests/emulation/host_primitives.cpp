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
template <class State>
void sort_pairs(State* state, Multiplicity* multiplicity, std::uint64_t count, State mask) {
  thrust::stable_sort_by_key(
      thrust::device, state, state + count, multiplicity,
      [mask](const State& a, const State& b) { return (a & mask) < (b & mask); });
}

template <class State>
std::uint64_t reduce_by_state(const State* state, const Multiplicity* multiplicity,
                              std::uint64_t count, State* out_state,
                              Multiplicity* out_multiplicity) {
  const auto end = thrust::reduce_by_key(
      thrust::device, state, state + count, multiplicity, out_state, out_multiplicity,
      [](const State& a, const State& b) { return a == b; },
      [](Multiplicity a, Multiplicity b) { return saturating_add(a, b); });
  return static_cast<std::uint64_t>(end.first - out_state);
}

template void sort_pairs(std::uint32_t*, Multiplicity*, std::uint64_t, std::uint32_t);
template void sort_pairs(std::uint64_t*, Multiplicity*, std::uint64_t, std::uint64_t);
template void sort_pairs(Uint128*, Multiplicity*, std::uint64_t, Uint128);
template std::uint64_t reduce_by_state(const std::uint32_t*, const Multiplicity*, std::uint64_t,
                                       std::uint32_t*, Multiplicity*);
template std::uint64_t reduce_by_state(const std::uint64_t*, const Multiplicity*, std::uint64_t,
                                       std::uint64_t*, Multiplicity*);
template std::uint64_t reduce_by_state(const Uint128*, const Multiplicity*, std::uint64_t, Uint128*,
                                       Multiplicity*);

}  // namespace ktour::host_primitives
