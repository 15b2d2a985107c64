// The Backend (backend.hpp) on an NVIDIA GPU: one stream, plain cudaMalloc, events, and CUB.
//
// CUB is called directly, with temporary storage that `prepare` has allocated and with the number
// of key bits in use. No managed memory, no memory pools, no cooperative launches, so that old
// drivers and simulators can run it.
#pragma once

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

#include <algorithm>
#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "backend.hpp"
#include "cuda_check.hpp"
#include "wide.hpp"

namespace ktour {

struct SaturatingAdd {
  template <class Amount>
  KTOUR_HD Amount operator()(Amount a, Amount b) const {
    return saturating_add(a, b);
  }
};

// An array of cudaMalloc (kPinned false) or cudaMallocHost (true).
template <class T, bool kPinned>
class CudaArray {
 public:
  CudaArray() = default;
  explicit CudaArray(std::uint64_t capacity) : capacity_(capacity) {
    const std::uint64_t bytes = std::max<std::uint64_t>(capacity, 1) * sizeof(T);
    void* memory = nullptr;
    if constexpr (kPinned)
      check_cuda(cudaMallocHost(&memory, bytes), "pin " + std::to_string(bytes) + " bytes");
    else
      check_cuda(cudaMalloc(&memory, bytes), "allocate " + std::to_string(bytes) + " bytes");
    elements_ = static_cast<T*>(memory);
  }
  CudaArray(CudaArray&& other) noexcept
      : elements_(std::exchange(other.elements_, nullptr)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  CudaArray& operator=(CudaArray&& other) noexcept {
    if (this == &other) return *this;
    release();
    elements_ = std::exchange(other.elements_, nullptr);
    capacity_ = std::exchange(other.capacity_, 0);
    return *this;
  }
  ~CudaArray() { release(); }

  T* data() const { return elements_; }
  std::uint64_t capacity() const { return capacity_; }

 private:
  void release() {
    if (elements_ == nullptr) return;
    if constexpr (kPinned)
      cudaFreeHost(elements_);
    else
      cudaFree(elements_);
    elements_ = nullptr;
  }

  T* elements_ = nullptr;
  std::uint64_t capacity_ = 0;
};

class CudaGraph {
 public:
  CudaGraph() = default;
  explicit CudaGraph(cudaGraphExec_t executable) : executable_(executable) {}
  CudaGraph(CudaGraph&& other) noexcept : executable_(std::exchange(other.executable_, nullptr)) {}
  CudaGraph& operator=(CudaGraph&& other) noexcept {
    std::swap(executable_, other.executable_);
    return *this;
  }
  ~CudaGraph() {
    if (executable_ != nullptr) cudaGraphExecDestroy(executable_);
  }
  cudaGraphExec_t get() const { return executable_; }

 private:
  cudaGraphExec_t executable_ = nullptr;
};

class CudaBackend {
 public:
  template <class T>
  using Array = CudaArray<T, false>;
  template <class T>
  using HostArray = CudaArray<T, true>;
  using Graph = CudaGraph;

  explicit CudaBackend(int device) {
    check_cuda(cudaSetDevice(device), "select device " + std::to_string(device));
    int multiprocessors = 0;
    check_cuda(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
               "read the device's attributes");
    most_blocks_ = static_cast<unsigned>(multiprocessors) * kBlocksPerMultiprocessor;
    check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "create a stream");
    for (cudaEvent_t& event : marks_) check_cuda(cudaEventCreate(&event), "create an event");
  }
  ~CudaBackend() {
    for (cudaEvent_t event : marks_)
      if (event != nullptr) cudaEventDestroy(event);
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
  }
  CudaBackend(const CudaBackend&) = delete;
  CudaBackend& operator=(const CudaBackend&) = delete;

  template <class T>
  Array<T> allocate(std::uint64_t count) {
    return Array<T>(count);
  }
  template <class T>
  HostArray<T> allocate_host(std::uint64_t count) {
    return HostArray<T>(count);
  }
  std::uint64_t free_bytes() const {
    std::size_t free = 0;
    std::size_t total = 0;
    check_cuda(cudaMemGetInfo(&free, &total), "read the free memory");
    return free;
  }

  template <class T>
  void copy_to_device(T* device, const T* host, std::uint64_t count) {
    copy(device, host, count * sizeof(T), cudaMemcpyHostToDevice);
  }
  template <class T>
  void copy_to_host(T* host, const T* device, std::uint64_t count) {
    copy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost);
  }
  template <class T>
  void copy_on_device(T* to, const T* from, std::uint64_t count) {
    copy(to, from, count * sizeof(T), cudaMemcpyDeviceToDevice);
  }
  template <class T>
  void zero(T* device, std::uint64_t count) {
    check_cuda(cudaMemsetAsync(device, 0, count * sizeof(T), stream_), "clear memory");
  }

  Grid grid(std::uint64_t items) const {
    const std::uint64_t blocks = (items + kThreads - 1) / kThreads;
    return {static_cast<unsigned>(std::clamp<std::uint64_t>(blocks, 1, most_blocks_)), kThreads, 0};
  }
  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), Grid grid, Arguments&&... arguments) {
    kernel<<<grid.blocks, grid.threads, grid.shared_bytes, stream_>>>(
        static_cast<Parameters>(std::forward<Arguments>(arguments))...);
    check_cuda(cudaGetLastError(), "launch a kernel");
  }

  template <class State, class Amount>
  void prepare(std::uint64_t capacity) {
    std::size_t bytes = 0;
    std::size_t wanted = 0;
    check_cuda(scan(nullptr, bytes, nullptr, nullptr, capacity), "size a scan");
    wanted = std::max(wanted, bytes);
    cub::DoubleBuffer<State> states(nullptr, nullptr);
    cub::DoubleBuffer<Amount> multiplicities(nullptr, nullptr);
    check_cuda(sort(nullptr, bytes, states, multiplicities, capacity, 8 * sizeof(State)),
               "size a sort");
    wanted = std::max(wanted, bytes);
    check_cuda(reduce<State, Amount>(nullptr, bytes, nullptr, nullptr, capacity, nullptr, nullptr,
                                     nullptr),
               "size a reduction");
    wanted = std::max(wanted, bytes);
    if (scratch_.capacity() >= wanted) return;
    scratch_ = {};
    scratch_ = allocate<unsigned char>(wanted);
  }

  void exclusive_sum(const std::uint32_t* in, std::uint64_t* out, std::uint64_t count) {
    std::size_t bytes = scratch_.capacity();
    check_cuda(scan(scratch_.data(), bytes, in, out, count), "add up child counts");
  }
  template <class State, class Amount>
  bool sort_pairs(State* state, Amount* multiplicity, State* alternate_state,
                  Amount* alternate_multiplicity, std::uint64_t count, int bits) {
    cub::DoubleBuffer<State> states(state, alternate_state);
    cub::DoubleBuffer<Amount> multiplicities(multiplicity, alternate_multiplicity);
    std::size_t bytes = scratch_.capacity();
    check_cuda(sort(scratch_.data(), bytes, states, multiplicities, count, bits), "sort states");
    if (states.selector != multiplicities.selector)
      throw std::logic_error("a sort left states and multiplicities in different buffers");
    return states.selector == 1;
  }
  template <class State, class Amount>
  void reduce_by_state(const State* state, const Amount* multiplicity, std::uint64_t count,
                       State* out_state, Amount* out_multiplicity, unsigned long long* out_count) {
    std::size_t bytes = scratch_.capacity();
    check_cuda(reduce(scratch_.data(), bytes, state, multiplicity, count, out_state,
                      out_multiplicity, out_count),
               "merge states");
  }

  // Inside a capture the time stamp becomes part of the graph, visible outside of it.
  void mark(int slot) {
    const cudaEvent_t event = marks_[static_cast<std::size_t>(slot)];
    check_cuda(capturing_ ? cudaEventRecordWithFlags(event, stream_, cudaEventRecordExternal)
                          : cudaEventRecord(event, stream_),
               "record an event");
  }
  double elapsed_ms(int from, int to) const {
    float ms = 0;
    check_cuda(cudaEventElapsedTime(&ms, marks_[static_cast<std::size_t>(from)],
                                    marks_[static_cast<std::size_t>(to)]),
               "read the time between two events");
    return static_cast<double>(ms);
  }

  void begin_capture() {
    check_cuda(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal),
               "begin to record a graph");
    capturing_ = true;
  }
  Graph end_capture() {
    capturing_ = false;
    cudaGraph_t graph = nullptr;
    check_cuda(cudaStreamEndCapture(stream_, &graph), "record a graph");
    cudaGraphExec_t executable = nullptr;
    const cudaError_t status = cudaGraphInstantiateWithFlags(&executable, graph, 0);
    cudaGraphDestroy(graph);
    check_cuda(status, "instantiate a graph; try --no-graph");
    return Graph(executable);
  }
  void run(const Graph& graph) {
    check_cuda(cudaGraphLaunch(graph.get(), stream_), "launch a graph; try --no-graph");
  }

  void synchronize() { check_cuda(cudaStreamSynchronize(stream_), "finish the work"); }

 private:
  static constexpr unsigned kThreads = kBlockThreads;
  static constexpr unsigned kBlocksPerMultiprocessor = 16;

  void copy(void* to, const void* from, std::uint64_t bytes, cudaMemcpyKind kind) {
    check_cuda(cudaMemcpyAsync(to, from, bytes, kind, stream_), "copy memory");
  }

  // The accumulator is the 64-bit initial value's type, not the 32-bit element's.
  cudaError_t scan(void* scratch, std::size_t& bytes, const std::uint32_t* in, std::uint64_t* out,
                   std::uint64_t count) {
    return cub::DeviceScan::ExclusiveScan(scratch, bytes, in, out, cuda::std::plus<>{},
                                          std::uint64_t{0}, count, stream_);
  }
  template <class State, class Amount>
  cudaError_t sort(void* scratch, std::size_t& bytes, cub::DoubleBuffer<State>& states,
                   cub::DoubleBuffer<Amount>& multiplicities, std::uint64_t count, int bits) {
    return cub::DeviceRadixSort::SortPairs(scratch, bytes, states, multiplicities, count, 0, bits,
                                           stream_);
  }
  template <class State, class Amount>
  cudaError_t reduce(void* scratch, std::size_t& bytes, const State* state,
                     const Amount* multiplicity, std::uint64_t count, State* out_state,
                     Amount* out_multiplicity, unsigned long long* out_count) {
    return cub::DeviceReduce::ReduceByKey(scratch, bytes, state, out_state, multiplicity,
                                          out_multiplicity, out_count, SaturatingAdd{}, count,
                                          stream_);
  }

  cudaStream_t stream_ = nullptr;
  std::array<cudaEvent_t, kMarks> marks_{};
  unsigned most_blocks_ = 1;
  bool capturing_ = false;
  Array<unsigned char> scratch_;
};

}  // namespace ktour
