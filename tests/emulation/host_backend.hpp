// The backend that runs the level pipeline and its kernels on a CPU: Thrust's host systems for the
// primitives, the block emulator for launches. Include this before a header with kernels.
//
// It is as late and as strict as a GPU. Every enqueued operation is a stored closure that
// `synchronize` runs, in order, so results read too early are stale; kernel arguments are copied
// and pointers stay as they were when enqueued, in recordings too. What CUB may destroy is
// destroyed. Wrong use throws std::logic_error: scratch too small, allocation or synchronisation
// while recording, a recording whose scratch has been replaced since.
//
// Nothing here is fast, and nothing overlaps. One host thread at a time may use a backend.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "backend.hpp"
#include "block_emulator.hpp"
#include "host_array.hpp"
#include "host_primitives.hpp"
#include "wide.hpp"

namespace ktour {

class HostBackend {
  using Task = std::function<void()>;

 public:
  static constexpr std::uint64_t kDefaultMemoryBytes = std::uint64_t{1} << 30;

  // Small, so that grid-stride loops go round.
  static constexpr unsigned kMaxBlocks = 4;
  static constexpr unsigned kThreads = 64;

  template <class T>
  using Array = OwnedArray<T, Place::kDevice>;
  template <class T>
  using HostArray = OwnedArray<T, Place::kHost>;

  // A recording. Not copyable, as an instantiated CUDA graph is not.
  class Graph {
   public:
    Graph() = default;
    Graph(Graph&&) = default;
    Graph& operator=(Graph&&) = default;

   private:
    friend class HostBackend;

    std::shared_ptr<const std::vector<Task>> tasks_;
    std::optional<std::uint64_t> scratch_version_;  // where it uses scratch
  };

  // `seed` draws the order in which blocks and threads run.
  explicit HostBackend(std::uint64_t memory_bytes = kDefaultMemoryBytes,
                       std::uint64_t seed = kDefaultSeed)
      : account_(std::make_shared<MemoryAccount>(MemoryAccount{memory_bytes})), seed_(seed) {}
  HostBackend(const HostBackend&) = delete;
  HostBackend& operator=(const HostBackend&) = delete;

  template <class T>
  Array<T> allocate(std::uint64_t count) {
    require(!recording_, "allocate while recording");
    return Array<T>(account_, count);
  }
  template <class T>
  HostArray<T> allocate_host(std::uint64_t count) {
    require(!recording_, "allocate_host while recording");
    return HostArray<T>(account_, count);
  }
  std::uint64_t free_bytes() const { return account_->free_bytes(); }

  // Arrays that exist now, scratch included, and how many were ever made.
  std::uint64_t live_allocations() const { return account_->live; }
  std::uint64_t allocations() const { return account_->allocations; }

  template <class T>
  void copy_to_device(T* device, const T* host, std::uint64_t count) {
    copy(device, host, count);
  }
  template <class T>
  void copy_to_host(T* host, const T* device, std::uint64_t count) {
    copy(host, device, count);
  }
  template <class T>
  void copy_on_device(T* to, const T* from, std::uint64_t count) {
    copy(to, from, count);
  }
  template <class T>
  void zero(T* device, std::uint64_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    enqueue([=] { std::fill_n(reinterpret_cast<unsigned char*>(device), count * sizeof(T), 0); });
  }

  Grid grid(std::uint64_t items) const {
    const std::uint64_t blocks = items / kThreads + (items % kThreads != 0);
    return {static_cast<unsigned>(std::clamp<std::uint64_t>(blocks, 1, kMaxBlocks)), kThreads, 0};
  }

  // Each launch has an order of its own.
  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), const Grid& grid, Arguments&&... arguments) {
    static_assert((std::is_convertible_v<Arguments, Parameters> && ...),
                  "an argument does not convert to the kernel's parameter");
    require_launchable(grid);
    enqueue([this, kernel, grid,
             parameters = std::tuple<Parameters...>(static_cast<Parameters>(arguments)...)] {
      std::apply(
          [&](const Parameters&... each) { emulate(seed_ + launches_++, kernel, grid, each...); },
          parameters);
    });
  }

  template <class State, class Amount = Multiplicity>
  void prepare(std::uint64_t capacity) {
    require(!recording_, "prepare while recording");
    // About what CUB asks for: per-tile counters, not a copy of the data.
    const std::uint64_t scratch_bytes = capacity / 16 * sizeof(State) + 1024;
    if (scratch_bytes > scratch_.capacity()) {
      std::map<Sizes, std::uint64_t> prepared = std::exchange(prepared_, {});
      ++scratch_version_;
      scratch_ = {};
      scratch_ = allocate<unsigned char>(scratch_bytes);
      prepared_ = std::move(prepared);
    }
    std::uint64_t& prepared = prepared_[kSizes<State, Amount>];
    prepared = std::max(prepared, capacity);
  }

  void exclusive_sum(const std::uint32_t* in, std::uint64_t* out, std::uint64_t count) {
    const auto largest = std::max_element(prepared_.begin(), prepared_.end(),
                                          [](auto& a, auto& b) { return a.second < b.second; });
    use_scratch(count, largest == prepared_.end() ? 0 : largest->second, "exclusive_sum");
    enqueue([=] { host_primitives::exclusive_sum(in, out, count); });
  }

  // Radix sort moves the data once for every 8 bits, CUB's single-tile sort of a few elements once.
  template <class State, class Amount>
  bool sort_pairs(State* state, Amount* multiplicity, State* alternate_state,
                  Amount* alternate_multiplicity, std::uint64_t count, int bits) {
    require(bits > 0 && bits <= static_cast<int>(8 * sizeof(State)), "sort_pairs by no such bits");
    require(state != alternate_state && multiplicity != alternate_multiplicity,
            "sort_pairs without an alternate pair");
    use_scratch(count, prepared_[kSizes<State, Amount>], "sort_pairs");
    if (count == 0) return false;
    const State mask = static_cast<State>(static_cast<State>(~State{0}) >>
                                          (static_cast<int>(8 * sizeof(State)) - bits));
    const bool in_alternate = count <= kTile || (bits + 7) / 8 % 2 != 0;
    enqueue([=] {
      host_primitives::sort_pairs(state, multiplicity, count, mask);
      leave_in(in_alternate, state, alternate_state, count);
      leave_in(in_alternate, multiplicity, alternate_multiplicity, count);
    });
    return in_alternate;
  }

  // `Count`: any unsigned 64-bit type, also the one that atomicAdd takes.
  template <class State, class Amount, class Count>
  void reduce_by_state(const State* state, const Amount* multiplicity, std::uint64_t count,
                       State* out_state, Amount* out_multiplicity, Count* out_count) {
    static_assert(std::is_unsigned_v<Count> && sizeof(Count) == sizeof(std::uint64_t));
    require(count == 0 || (state != out_state && multiplicity != out_multiplicity),
            "reduce_by_state in place");
    use_scratch(count, prepared_[kSizes<State, Amount>], "reduce_by_state");
    enqueue([=] {
      *out_count = static_cast<Count>(host_primitives::reduce_by_state(
          state, multiplicity, count, out_state, out_multiplicity));
    });
  }

  void mark(int slot) {
    require(slot >= 0 && slot < kMarks, "mark of no such slot");
    enqueue([this, slot] { stamps_[static_cast<std::size_t>(slot)] = Clock::now(); });
  }
  double elapsed_ms(int from, int to) const {
    const auto& start = stamps_.at(static_cast<std::size_t>(from));
    const auto& end = stamps_.at(static_cast<std::size_t>(to));
    require(start.has_value() && end.has_value(), "elapsed_ms before both marks were passed");
    return std::chrono::duration<double, std::milli>(*end - *start).count();
  }

  void begin_capture() {
    require(!recording_, "begin_capture while recording");
    recording_.emplace();
    recording_uses_scratch_ = false;
  }
  Graph end_capture() {
    require(recording_.has_value(), "end_capture without begin_capture");
    Graph graph;
    graph.tasks_ = std::make_shared<const std::vector<Task>>(std::move(*recording_));
    if (recording_uses_scratch_) graph.scratch_version_ = scratch_version_;
    recording_.reset();
    return graph;
  }
  void run(const Graph& graph) {
    require(!recording_, "run of a graph while recording");
    require(graph.tasks_ != nullptr, "run of an empty graph");
    require(!graph.scratch_version_ || *graph.scratch_version_ == scratch_version_,
            "run of a graph whose scratch a later prepare has replaced");
    enqueue([tasks = graph.tasks_] {
      for (const Task& task : *tasks) task();
    });
  }

  // What a failed task leaves behind it in the stream is dropped.
  void synchronize() {
    require(!recording_, "synchronize while recording");
    for (const Task& task : std::exchange(stream_, {})) task();
  }

 private:
  using Clock = std::chrono::steady_clock;

  static constexpr std::uint64_t kTile = 64;

  // Bytes of a state and of a multiplicity.
  using Sizes = std::pair<std::size_t, std::size_t>;
  template <class State, class Amount>
  static constexpr Sizes kSizes{sizeof(State), sizeof(Amount)};

  static void require(bool allowed, const char* misuse) {
    if (!allowed) throw std::logic_error("host backend: " + std::string(misuse));
  }

  void use_scratch(std::uint64_t count, std::uint64_t prepared, const char* primitive) {
    if (count > prepared)
      throw std::logic_error("host backend: " + std::string(primitive) + " of " +
                             std::to_string(count) + " elements with scratch for " +
                             std::to_string(prepared) + "; call prepare first");
    recording_uses_scratch_ = true;
  }

  void enqueue(Task task) { (recording_ ? *recording_ : stream_).push_back(std::move(task)); }

  template <class T>
  void copy(T* to, const T* from, std::uint64_t count) {
    require(count == 0 || (to != nullptr && from != nullptr), "copy from or to an empty array");
    enqueue([=] { std::copy_n(from, count, to); });
  }

  // Of the two places of a sorted array only one may be relied on.
  template <class T>
  static void leave_in(bool in_alternate, T* first, T* alternate, std::uint64_t count) {
    if (in_alternate) std::copy_n(first, count, alternate);
    std::memset(static_cast<void*>(in_alternate ? first : alternate), kPoisonByte,
                count * sizeof(T));
  }

  std::shared_ptr<MemoryAccount> account_;
  std::uint64_t seed_;
  std::uint64_t launches_ = 0;
  std::vector<Task> stream_;
  std::optional<std::vector<Task>> recording_;
  bool recording_uses_scratch_ = false;
  std::map<Sizes, std::uint64_t> prepared_;  // elements
  Array<unsigned char> scratch_;
  std::uint64_t scratch_version_ = 0;
  std::array<std::optional<Clock::time_point>, kMarks> stamps_{};
};

static_assert(Backend<HostBackend>);

}  // namespace ktour
