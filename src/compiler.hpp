// Everything that depends on the compiler, and nothing else: host/device qualifiers, the few bit
// operations whose spelling differs between a GPU and a CPU, and the 128-bit integer.
//
// nvcc compiles models for both sides. A plain C++ compiler sees the qualifiers vanish, so the same
// model code, and under the block emulator of tests/ the same kernels, run on a CPU.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__CUDACC__)
#define KTOUR_HD __host__ __device__
#else
#define KTOUR_HD
#endif

namespace ktour {

__extension__ using Uint128 = unsigned __int128;

KTOUR_HD inline int popcount(std::uint64_t bits) {
#if defined(__CUDA_ARCH__)
  return __popcll(bits);
#else
  return std::popcount(bits);
#endif
}

// Index of the lowest set bit. `bits` must not be zero.
KTOUR_HD inline int lowest_bit(std::uint64_t bits) {
#if defined(__CUDA_ARCH__)
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return std::countr_zero(bits);
#endif
}

KTOUR_HD constexpr std::uint64_t bit(int index) { return std::uint64_t{1} << index; }

}  // namespace ktour
