// Everything that depends on the compiler, and nothing else: host/device qualifiers, the few bit
// operations whose spelling differs between a GPU and a CPU, and the 128-bit integer.
//
// nvcc compiles models for both sides. A plain C++ compiler sees the qualifiers vanish, so the same
// model code, and under the block emulator of tests/ the same kernels, run on a CPU.
#pragma once

#if defined(__BMI2__) && !defined(__CUDACC__)
#include <immintrin.h>
#endif

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

// The bits of `bits` that lie under `mask`, moved together at the low end; and back.
KTOUR_HD inline std::uint64_t compress_bits(std::uint64_t bits, std::uint64_t mask) {
#if defined(__BMI2__) && !defined(__CUDACC__)
  return _pext_u64(bits, mask);
#else
  std::uint64_t packed = 0;
  for (int position = 0; mask != 0; mask &= mask - 1, ++position)
    packed |= (bits >> lowest_bit(mask) & 1) << position;
  return packed;
#endif
}
KTOUR_HD inline std::uint64_t expand_bits(std::uint64_t packed, std::uint64_t mask) {
#if defined(__BMI2__) && !defined(__CUDACC__)
  return _pdep_u64(packed, mask);
#else
  std::uint64_t bits = 0;
  for (; mask != 0; mask &= mask - 1, packed >>= 1) bits |= (packed & 1) << lowest_bit(mask);
  return bits;
#endif
}

// Index of the set bit that has `rank` set bits below it. There must be one.
KTOUR_HD inline int nth_bit(std::uint64_t bits, int rank) {
#if defined(__BMI2__) && !defined(__CUDACC__)
  return lowest_bit(_pdep_u64(std::uint64_t{1} << rank, bits));
#else
  for (; rank > 0; --rank) bits &= bits - 1;
  return lowest_bit(bits);
#endif
}

KTOUR_HD constexpr std::uint64_t bit(int index) { return std::uint64_t{1} << index; }

}  // namespace ktour
