// What the level pipeline asks of the machine beneath it: an in-order stream of work, plain arrays
// in device memory, and three parallel primitives. Two backends meet it. `CudaBackend` (CUB,
// streams, events, graphs) runs on a GPU; `HostBackend` in tests/ runs the same pipeline and the
// same kernels on a CPU, with Thrust's host systems and a block emulator.
//
// Everything but the allocations, `prepare` and `synchronize` only enqueues: results exist, and
// host memory given to a copy may be reused, after `synchronize()`. Sizes are numbers of elements.
//
// Array<T>, HostArray<T>: owning arrays in device memory and in host memory that copies reach at
// full speed (pinned); data(), capacity(); movable, empty when made without a backend.
//
// allocate<T>(count), allocate_host<T>(count): uninitialised arrays; throw SpaceError.
//
// free_bytes(): device memory that allocate can still give.
//
// copy_to_device(device, host, n), copy_to_host(host, device, n), copy_on_device(to, from, n),
// zero(device, n).
//
// grid(items): a grid for a grid-stride loop over `items`, at least one block.
//
// launch(kernel, grid, arguments...): with grid.shared_bytes of dynamic shared memory.
//
// prepare<State, Amount>(capacity): scratch for the primitives on up to `capacity` elements, so
// that none of them allocates. `Amount` is the type of a multiplicity, 64 or 128 bits.
//
// exclusive_sum(in, out, n): from 32 to 64 bits.
//
// sort_pairs(state, multiplicity, alternate_state, alternate_multiplicity, n, bits): ascending by
// the low `bits` bits. Returns whether the result is in the alternate pair, which depends on n and
// bits only.
//
// reduce_by_state(state, multiplicity, n, out_state, out_multiplicity, out_count): runs of equal
// states become one, multiplicities by saturating_add; *out_count, on the device, is their number.
//
// mark(slot), elapsed_ms(from, to): time stamps when the stream gets there, slots below kMarks; the
// time between two of them, after synchronize().
//
// begin_capture(), end_capture(): what is enqueued in between is not run but recorded as a Graph.
//
// run(graph): enqueues a recording.
#pragma once

#include <concepts>
#include <cstdint>

namespace ktour {

inline constexpr int kMarks = 8;
inline constexpr unsigned kBlockThreads = 128;  // of a grid() at most

// The shape of one launch: one-dimensional blocks.
struct Grid {
  unsigned blocks = 1;
  unsigned threads = kBlockThreads;
  std::uint64_t shared_bytes = 0;

  Grid with_shared(std::uint64_t bytes) const { return {blocks, threads, bytes}; }
};

template <class B>
concept Backend = requires(B backend, std::uint64_t n, int slot, std::uint32_t* counts,
                           std::uint64_t* words, unsigned long long* out_count) {
  typename B::Graph;
  backend.template allocate<std::uint64_t>(n);
  backend.template allocate_host<std::uint64_t>(n);
  { backend.free_bytes() } -> std::same_as<std::uint64_t>;
  backend.copy_to_device(words, words, n);
  backend.copy_to_host(words, words, n);
  backend.copy_on_device(words, words, n);
  backend.zero(words, n);
  { backend.grid(n) } -> std::same_as<Grid>;
  backend.template prepare<std::uint64_t, std::uint64_t>(n);
  backend.exclusive_sum(counts, words, n);
  { backend.sort_pairs(words, words, words, words, n, slot) } -> std::same_as<bool>;
  backend.reduce_by_state(words, words, n, words, words, out_count);
  backend.mark(slot);
  { backend.elapsed_ms(slot, slot) } -> std::same_as<double>;
  backend.begin_capture();
  { backend.end_capture() } -> std::same_as<typename B::Graph>;
  backend.synchronize();
};

}  // namespace ktour
