// Runs a CUDA `__global__` function, compiled by a plain C++ compiler, for every block and thread
// of a grid. Include this before a header with kernels: it also defines what such a header needs of
// CUDA, from `__global__` to shuffles.
//
// Blocks run one after another, the threads of a block as fibers that take turns at barriers and
// warp operations, in an order drawn from a seed. What a GPU leaves undefined is made visible:
//   - a barrier or warp operation that not all live threads concerned reach, or reach at different
//     places of the source, throws BarrierError; threads that have returned do not count
//   - dynamic shared memory is poisoned before each block, and its end is that of the allocation
//   - a shuffle from a lane that takes no part gives kPoisonByte in every byte
//   - under ThreadSanitizer, two threads of a block that touch the same word with no barrier in
//     between are a reported race; shuffles and votes order nothing, as on a GPU
//
// `__shared__` arrays cannot be poisoned: they hold what the block before left. A kernel whose
// threads or blocks wait for each other by spinning on memory hangs. Races between blocks are not
// seen.
#pragma once

#if defined(__CUDACC__)
#error "the block emulator takes the place of nvcc; compile this file as C++"
#endif

#include <concepts>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "backend.hpp"

#undef __host__
#undef __device__
#define __host__
#define __device__
#define __global__
#define __grid_constant__
// One block at a time runs on a host thread, so one copy per host thread is one per block.
#define __shared__ static thread_local
#define __launch_bounds__(...)

namespace ktour {

// The threads of a block cannot go on, or a warp operation is used against its rules.
struct BarrierError : std::logic_error {
  using std::logic_error::logic_error;
};

inline constexpr unsigned char kPoisonByte = 0xA5;
inline constexpr std::uint64_t kDefaultSeed = 0x6b746f7572;
// What every GPU grants a launch without being asked.
inline constexpr std::uint64_t kMaxSharedBytes = 48 << 10;

struct Index3 {
  unsigned x = 0;
  unsigned y = 0;
  unsigned z = 0;
};

// 16-byte aligned; of the block that runs on this host thread.
unsigned char* dynamic_shared();

// Throws std::invalid_argument where a GPU would refuse the launch.
void require_launchable(const Grid& grid);

namespace emulation {

// A place in the source; as a default argument, that of the call.
struct Site {
  const char* file = "";
  unsigned line = 0;

  static Site here(const char* file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
    return {file, line};
  }
};

// What a lane gives to a warp operation, and what it gets back.
struct WarpOffer {
  unsigned mask;
  std::uint64_t word;
  unsigned source_lane;  // whose word it wants
};
struct WarpAnswer {
  std::uint64_t word;
  unsigned ballot;  // the lanes whose word is not zero
  unsigned lanes;   // the lanes that took part
};

enum class Ordering { kNone, kMemory };

void wait_for_block(const char* operation, const Site& site);
WarpAnswer wait_for_warp(const WarpOffer& offer, const char* operation, const Site& site,
                         Ordering ordering);

// Calls `call(launch)` as each thread of each block.
void run_grid(std::uint64_t seed, const Grid& grid, void (*call)(const void*), const void* launch);

}  // namespace emulation

// Runs all of `kernel<<<grid>>>(arguments...)`. Arguments are converted to the kernel's parameters
// once, and each thread has its own copy, as on a GPU. What a kernel throws ends the launch.
template <class... Parameters, class... Arguments>
void emulate(std::uint64_t seed, void (*kernel)(Parameters...), const Grid& grid,
             Arguments&&... arguments) {
  static_assert((std::is_trivially_copyable_v<Parameters> && ...),
                "kernel parameters are copied to the GPU byte by byte");
  static_assert(!(std::is_reference_v<Parameters> || ...), "a kernel cannot take references");
  static_assert((std::size_t{0} + ... + sizeof(Parameters)) <= 4096,
                "kernel parameters are limited to 4096 bytes");
  static_assert((std::is_convertible_v<Arguments, Parameters> && ...),
                "an argument does not convert to the kernel's parameter");
  struct Launch {
    void (*kernel)(Parameters...);
    std::tuple<Parameters...> parameters;
  };
  const Launch launch{kernel, {static_cast<Parameters>(arguments)...}};
  emulation::run_grid(
      seed, grid,
      [](const void* opaque) {
        const Launch& the = *static_cast<const Launch*>(opaque);
        std::apply(the.kernel, the.parameters);
      },
      &launch);
}

template <class... Parameters, class... Arguments>
void emulate(void (*kernel)(Parameters...), const Grid& grid, Arguments&&... arguments) {
  emulate(kDefaultSeed, kernel, grid, arguments...);
}

namespace emulation {

template <class T>
concept AtomicWord =
    std::same_as<T, int> || std::same_as<T, unsigned> || std::same_as<T, unsigned long long>;

template <class T>
concept ShuffleWord = std::is_arithmetic_v<T> && sizeof(T) <= sizeof(std::uint64_t);

// Kernels view std::uint64_t, an unsigned long here, as unsigned long long: the same bits, but
// another type to the optimiser.
template <class T>
struct Aliased {
  typedef T __attribute__((__may_alias__)) type;
};

// Replaces *address by choose(old) and returns the old value.
template <class T, class Choose>
T atomic_update(T* address, Choose choose) {
  auto* const word = reinterpret_cast<typename Aliased<T>::type*>(address);
  T old = __atomic_load_n(word, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(word, &old, static_cast<T>(choose(old)), true,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
  return old;
}

template <ShuffleWord T>
T shuffle(unsigned mask, T value, unsigned source_lane, const char* operation, const Site& site) {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof value);
  const WarpAnswer answer =
      wait_for_warp({mask, word, source_lane}, operation, site, Ordering::kNone);
  std::memcpy(&value, &answer.word, sizeof value);
  return value;
}

}  // namespace emulation
}  // namespace ktour

inline constexpr int warpSize = 32;
inline constinit thread_local ktour::Index3 threadIdx;
inline constinit thread_local ktour::Index3 blockIdx;
inline constinit thread_local ktour::Index3 blockDim;
inline constinit thread_local ktour::Index3 gridDim;

template <ktour::emulation::AtomicWord T>
T atomicAdd(T* address, std::type_identity_t<T> value) {
  return ktour::emulation::atomic_update(address, [value](T old) {
    return static_cast<std::make_unsigned_t<T>>(old) + static_cast<std::make_unsigned_t<T>>(value);
  });
}
template <ktour::emulation::AtomicWord T>
T atomicOr(T* address, std::type_identity_t<T> value) {
  return ktour::emulation::atomic_update(address, [value](T old) { return old | value; });
}
template <ktour::emulation::AtomicWord T>
T atomicMax(T* address, std::type_identity_t<T> value) {
  return ktour::emulation::atomic_update(address,
                                         [value](T old) { return old < value ? value : old; });
}
template <ktour::emulation::AtomicWord T>
T atomicMin(T* address, std::type_identity_t<T> value) {
  return ktour::emulation::atomic_update(address,
                                         [value](T old) { return value < old ? value : old; });
}
template <ktour::emulation::AtomicWord T>
T atomicCAS(T* address, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  return ktour::emulation::atomic_update(
      address, [expected, value](T old) { return old == expected ? value : old; });
}

inline void __syncthreads(const ktour::emulation::Site& site = ktour::emulation::Site::here()) {
  ktour::emulation::wait_for_block("__syncthreads", site);
}

inline void __syncwarp(unsigned mask = ~0U,
                       const ktour::emulation::Site& site = ktour::emulation::Site::here()) {
  ktour::emulation::wait_for_warp({mask, 0, 0}, "__syncwarp", site,
                                  ktour::emulation::Ordering::kMemory);
}

inline unsigned __ballot_sync(unsigned mask, int predicate,
                              const ktour::emulation::Site& site = ktour::emulation::Site::here()) {
  return ktour::emulation::wait_for_warp({mask, predicate != 0, 0}, "__ballot_sync", site,
                                         ktour::emulation::Ordering::kNone)
      .ballot;
}
inline int __any_sync(unsigned mask, int predicate,
                      const ktour::emulation::Site& site = ktour::emulation::Site::here()) {
  return ktour::emulation::wait_for_warp({mask, predicate != 0, 0}, "__any_sync", site,
                                         ktour::emulation::Ordering::kNone)
                     .ballot != 0
             ? 1
             : 0;
}
inline int __all_sync(unsigned mask, int predicate,
                      const ktour::emulation::Site& site = ktour::emulation::Site::here()) {
  const ktour::emulation::WarpAnswer answer = ktour::emulation::wait_for_warp(
      {mask, predicate != 0, 0}, "__all_sync", site, ktour::emulation::Ordering::kNone);
  return answer.ballot == answer.lanes ? 1 : 0;
}

// Shuffles work within groups of `width` lanes. One that would leave its group upwards, or for
// __shfl_up_sync downwards, gives the lane's own value.
template <class T>
T __shfl_sync(unsigned mask, T value, int source_lane, int width = warpSize,
              const ktour::emulation::Site& site = ktour::emulation::Site::here()) {
  const unsigned group = threadIdx.x % 32 & ~(static_cast<unsigned>(width) - 1);
  const unsigned source =
      group | (static_cast<unsigned>(source_lane) & (static_cast<unsigned>(width) - 1));
  return ktour::emulation::shuffle(mask, value, source, "__shfl_sync", site);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize,
                 const ktour::emulation::Site& site = ktour::emulation::Site::here()) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned offset = lane & (static_cast<unsigned>(width) - 1);
  return ktour::emulation::shuffle(mask, value, offset < delta ? lane : lane - delta,
                                   "__shfl_up_sync", site);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize,
                   const ktour::emulation::Site& site = ktour::emulation::Site::here()) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned last = lane | (static_cast<unsigned>(width) - 1);
  return ktour::emulation::shuffle(mask, value, last - lane < delta ? lane : lane + delta,
                                   "__shfl_down_sync", site);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = warpSize,
                  const ktour::emulation::Site& site = ktour::emulation::Site::here()) {
  const unsigned lane = threadIdx.x % 32;
  const unsigned last = lane | (static_cast<unsigned>(width) - 1);
  const unsigned source = lane ^ static_cast<unsigned>(lane_mask);
  return ktour::emulation::shuffle(mask, value, source > last ? lane : source, "__shfl_xor_sync",
                                   site);
}
