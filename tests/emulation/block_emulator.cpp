// The scheduler behind block_emulator.hpp.
//
// The host thread resumes runnable threads one after another until none is left: each has returned
// or waits. Then it lets one warp's operation go through if there is one that is complete, else the
// block's barrier if every live thread waits there, else the block is stuck and the launch fails.
// Letting a single warp go at a time drives the warps of a block as far apart as the barriers
// allow.
//
// A thread gets a fiber only if it must wait: threads that return without waiting run back to back
// on the same fiber. Under ThreadSanitizer each has its own, which is what makes races between them
// visible.
#include "block_emulator.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <new>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "fiber.hpp"

namespace ktour {
namespace emulation {
namespace {

constexpr unsigned kLanes = 32;
constexpr unsigned kMaxThreads = 1024;

enum class Stage { kRunnable, kAtBlockBarrier, kAtWarpOperation, kReturned };

struct Thread {
  Stage stage = Stage::kRunnable;
  std::unique_ptr<Fiber> fiber;  // none before it starts
  const char* operation = "";
  Site site;
  WarpOffer offer{};
  WarpAnswer answer{};
};

thread_local std::vector<std::unique_ptr<Fiber>> idle_fibers;

class Launch;
thread_local Launch* launch_here = nullptr;

class Launch {
 public:
  Launch(std::uint64_t seed, const Grid& grid, void (*call)(const void*), const void* opaque)
      : random_(seed),
        grid_(grid),
        call_(call),
        opaque_(opaque),
        shared_(
            static_cast<unsigned char*>(::operator new (grid.shared_bytes, std::align_val_t{16}))),
        threads_(grid.threads),
        warp_order_((grid.threads + kLanes - 1) / kLanes) {
    unwatched_begin();
    std::iota(warp_order_.begin(), warp_order_.end(), 0U);
    launch_here = this;
  }
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;
  ~Launch() {
    // After a failure, threads that never go on must not look like threads still running.
    order_acquire(&block_end_);
    launch_here = nullptr;
    ::operator delete (shared_, std::align_val_t{16});
    unwatched_end();
  }

  void run() {
    gridDim = {grid_.blocks, 1, 1};
    blockDim = {grid_.threads, 1, 1};
    std::vector<unsigned> blocks(grid_.blocks);
    std::iota(blocks.begin(), blocks.end(), 0U);
    std::shuffle(blocks.begin(), blocks.end(), random_);
    for (const unsigned block : blocks) run_block(block);
  }

  unsigned char* shared() const { return shared_; }

  // On a fiber: the life of the current thread, then of those that start after it.
  void live() {
    do {
      try {
        order_acquire(&block_start_);
        unwatched_end();
        call_(opaque_);
        unwatched_begin();
      } catch (...) {
        unwatched_begin();
        failure_ = std::current_exception();
      }
      order_release(&block_end_);
      threads_[threadIdx.x].stage = Stage::kReturned;
    } while (!kSeesRaces && !failure_ && take_over_next());
  }

  // On a fiber: the current thread waits until the host thread has released it.
  const Thread& wait(Stage stage, const char* operation, const Site& site) {
    Thread& thread = threads_[threadIdx.x];
    thread.stage = stage;
    thread.operation = operation;
    thread.site = site;
    order_release(&block_end_);
    Fiber::suspend();
    return thread;
  }

  WarpAnswer wait_for_warp(const WarpOffer& offer, const char* operation, const Site& site,
                           Ordering ordering) {
    if ((offer.mask >> (threadIdx.x % kLanes) & 1) == 0)
      throw BarrierError(std::string(operation) + " at " + place(site) + ": thread " +
                         std::to_string(threadIdx.x) +
                         " is not in its own mask; name every lane that calls");
    threads_[threadIdx.x].offer = offer;
    char& order = warp_memory_[threadIdx.x / kLanes];
    if (ordering == Ordering::kMemory) order_release(&order);
    const WarpAnswer answer = wait(Stage::kAtWarpOperation, operation, site).answer;
    if (ordering == Ordering::kMemory) order_acquire(&order);
    return answer;
  }

  void wait_for_block(const char* operation, const Site& site) {
    // Two in turn: a thread may arrive at the next barrier before another has left this one.
    char& order = block_memory_[barriers_passed_ % 2];
    order_release(&order);
    wait(Stage::kAtBlockBarrier, operation, site);
    order_acquire(&order);
  }

 private:
  void run_block(unsigned block) {
    blockIdx = {block, 0, 0};
    std::fill_n(shared_, grid_.shared_bytes, kPoisonByte);
    order_release(&block_start_);
    for (unsigned index = 0; index < grid_.threads; ++index) make_runnable(index);
    do run_runnable();
    while (release_a_warp() || release_block());
    order_acquire(&block_end_);
    for (Thread& thread : threads_)
      if (thread.fiber != nullptr) idle_fibers.push_back(std::move(thread.fiber));
  }

  void make_runnable(unsigned index) {
    threads_[index].stage = Stage::kRunnable;
    runnable_.push_back(index);
  }

  void run_runnable() {
    std::shuffle(runnable_.begin(), runnable_.end(), random_);
    while (!runnable_.empty()) {
      Thread& thread = take_next();
      if (thread.fiber == nullptr) thread.fiber = fresh_fiber();
      thread.fiber->resume();
      if (failure_) std::rethrow_exception(failure_);
    }
  }

  Thread& take_next() {
    const unsigned index = runnable_.back();
    runnable_.pop_back();
    threadIdx = {index, 0, 0};
    return threads_[index];
  }

  // The next thread to run, if it has not started, inherits the fiber of the one that returned.
  bool take_over_next() {
    if (runnable_.empty() || threads_[runnable_.back()].fiber != nullptr) return false;
    std::unique_ptr<Fiber> fiber = std::move(threads_[threadIdx.x].fiber);
    take_next().fiber = std::move(fiber);
    return true;
  }

  static std::unique_ptr<Fiber> fresh_fiber() {
    if (idle_fibers.empty())
      return std::make_unique<Fiber>([] {
        unwatched_begin();
        for (;;) {
          launch_here->live();
          Fiber::suspend();
        }
      });
    std::unique_ptr<Fiber> fiber = std::move(idle_fibers.back());
    idle_fibers.pop_back();
    return fiber;
  }

  bool release_a_warp() {
    std::shuffle(warp_order_.begin(), warp_order_.end(), random_);
    return std::any_of(warp_order_.begin(), warp_order_.end(), [this](unsigned warp) {
      const unsigned first = warp * kLanes;
      const unsigned lanes = std::min(kLanes, grid_.threads - first);
      for (unsigned lane = 0; lane < lanes; ++lane)
        if (threads_[first + lane].stage == Stage::kAtWarpOperation &&
            release_lanes(first, lanes, threads_[first + lane].offer.mask))
          return true;
      return false;
    });
  }

  // Lets the operation on `mask` go through if all its live lanes wait for it.
  bool release_lanes(unsigned first, unsigned lanes, unsigned mask) {
    std::array<std::uint64_t, kLanes> words;
    words.fill(0x0101010101010101U * kPoisonByte);
    unsigned taking_part = 0;
    unsigned ballot = 0;
    const Thread* example = nullptr;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const Thread& thread = threads_[first + lane];
      if ((mask >> lane & 1) == 0 || thread.stage == Stage::kReturned) continue;
      if (thread.stage != Stage::kAtWarpOperation || thread.offer.mask != mask) return false;
      if (example != nullptr && !same_place(thread, *example)) return false;
      example = &thread;
      taking_part |= 1U << lane;
      words[lane] = thread.offer.word;
      if (thread.offer.word != 0) ballot |= 1U << lane;
    }
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if ((taking_part >> lane & 1) == 0) continue;
      Thread& thread = threads_[first + lane];
      thread.answer = {words[thread.offer.source_lane % kLanes], ballot, taking_part};
      make_runnable(first + lane);
    }
    return true;
  }

  // False when all threads have returned. Throws BarrierError where the block is stuck.
  bool release_block() {
    const Thread* example = nullptr;
    for (const Thread& thread : threads_) {
      if (thread.stage == Stage::kReturned) continue;
      if (thread.stage != Stage::kAtBlockBarrier ||
          (example != nullptr && !same_place(thread, *example)))
        throw BarrierError(describe_stuck());
      example = &thread;
    }
    if (example == nullptr) return false;
    ++barriers_passed_;
    for (unsigned index = 0; index < grid_.threads; ++index)
      if (threads_[index].stage == Stage::kAtBlockBarrier) make_runnable(index);
    return true;
  }

  static bool same_place(const Thread& a, const Thread& b) {
    return a.site.line == b.site.line && std::string_view(a.site.file) == b.site.file;
  }

  static std::string place(const Site& site) {
    const std::string_view path = site.file;
    return std::string(path.substr(path.rfind('/') + 1)) + ":" + std::to_string(site.line);
  }

  // The threads that wait, by place.
  std::string describe_stuck() const {
    std::string text = "block " + std::to_string(blockIdx.x) + " is stuck:";
    std::vector<bool> told(threads_.size());
    for (std::size_t index = 0; index < threads_.size(); ++index) {
      const Thread& thread = threads_[index];
      if (told[index] || thread.stage == Stage::kReturned) continue;
      const auto waits_here = [&](const Thread& other) {
        return other.stage == thread.stage && same_place(other, thread);
      };
      for (std::size_t other = index; other < threads_.size(); ++other)
        if (waits_here(threads_[other])) told[other] = true;
      text += " " + std::to_string(std::count_if(threads_.begin(), threads_.end(), waits_here)) +
              " threads (" + std::to_string(index) + " the first) wait in " + thread.operation +
              " at " + place(thread.site) + ";";
    }
    return text + " let every live thread reach the same barrier";
  }

  std::mt19937_64 random_;
  Grid grid_;
  void (*call_)(const void*);
  const void* opaque_;
  unsigned char* shared_;
  std::vector<Thread> threads_;
  std::vector<unsigned> warp_order_;
  std::vector<unsigned> runnable_;
  std::exception_ptr failure_;
  std::uint64_t barriers_passed_ = 0;
  // Addresses to order memory by; their values mean nothing.
  char block_start_ = 0;
  char block_end_ = 0;
  std::array<char, 2> block_memory_{};
  std::array<char, kMaxThreads / kLanes> warp_memory_{};
};

}  // namespace

namespace {

// While it lives, the emulator's own accesses are no part of the kernel's.
class Unwatched {
 public:
  Unwatched() { unwatched_begin(); }
  Unwatched(const Unwatched&) = delete;
  Unwatched& operator=(const Unwatched&) = delete;
  ~Unwatched() { unwatched_end(); }
};

}  // namespace

void wait_for_block(const char* operation, const Site& site) {
  const Unwatched unwatched;
  launch_here->wait_for_block(operation, site);
}

WarpAnswer wait_for_warp(const WarpOffer& offer, const char* operation, const Site& site,
                         Ordering ordering) {
  const Unwatched unwatched;
  return launch_here->wait_for_warp(offer, operation, site, ordering);
}

void run_grid(std::uint64_t seed, const Grid& grid, void (*call)(const void*), const void* launch) {
  require_launchable(grid);
  if (launch_here != nullptr)
    throw std::logic_error("block emulator: a kernel cannot launch a kernel");
  Launch(seed, grid, call, launch).run();
}

}  // namespace emulation

unsigned char* dynamic_shared() { return emulation::launch_here->shared(); }

void require_launchable(const Grid& grid) {
  if (grid.blocks == 0 || grid.blocks > 0x7fffffff || grid.threads == 0 ||
      grid.threads > emulation::kMaxThreads || grid.shared_bytes > kMaxSharedBytes)
    throw std::invalid_argument(
        "no GPU would launch " + std::to_string(grid.blocks) + " blocks of " +
        std::to_string(grid.threads) + " threads with " + std::to_string(grid.shared_bytes) +
        " bytes of shared memory; use 1 to 1024 threads and at most 49152 bytes");
}

}  // namespace ktour
