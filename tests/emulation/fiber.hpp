// A fiber: a function with a stack of its own that can stop in the middle and be resumed later by
// the host thread. The block emulator runs the threads of a CUDA block on them.
//
// A body never returns; it calls `suspend` and is resumed or destroyed. Destroying a fiber unwinds
// nothing: what the body still has on its stack must not need its destructors. A fiber stays on the
// host thread that first resumed it.
//
// AddressSanitizer is told of every stack switch. ThreadSanitizer is told that a switch orders
// nothing, so that it sees fibers as threads: only what calls `order_release` and `order_acquire`
// is ordered (see block_emulator.cpp).
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "stack_switch.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KTOUR_FIBER_ASAN 1
#elif __has_feature(thread_sanitizer)
#define KTOUR_FIBER_TSAN 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define KTOUR_FIBER_ASAN 1
#elif defined(__SANITIZE_THREAD__)
#define KTOUR_FIBER_TSAN 1
#endif

#if defined(KTOUR_FIBER_ASAN)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(KTOUR_FIBER_TSAN)
#include <sanitizer/tsan_interface.h>
extern "C" void __tsan_ignore_thread_begin();
extern "C" void __tsan_ignore_thread_end();
#endif

namespace ktour {

#if defined(KTOUR_FIBER_TSAN)
inline constexpr bool kSeesRaces = true;
inline void order_release(void* what) { __tsan_release(what); }
inline void order_acquire(void* what) { __tsan_acquire(what); }
// The emulator's own data is touched by all fibers in turn; this keeps it out of race reports.
inline void unwatched_begin() { __tsan_ignore_thread_begin(); }
inline void unwatched_end() { __tsan_ignore_thread_end(); }
#else
inline constexpr bool kSeesRaces = false;
inline void order_release(void*) {}
inline void order_acquire(void*) {}
inline void unwatched_begin() {}
inline void unwatched_end() {}
#endif

class Fiber {
 public:
  static constexpr std::size_t kStackBytes = 256 << 10;

  explicit Fiber(void (*body)())
      : body_(body), switch_(stack_.bottom(), kStackBytes, &Fiber::start) {
#if defined(KTOUR_FIBER_TSAN)
    tsan_fiber_ = __tsan_create_fiber(0);
#endif
  }

  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  ~Fiber() {
#if defined(KTOUR_FIBER_TSAN)
    __tsan_destroy_fiber(tsan_fiber_);
#endif
  }

  // Runs the body until it suspends.
  void resume() {
    current() = this;
#if defined(KTOUR_FIBER_ASAN)
    void* host_fake_stack = nullptr;
    __sanitizer_start_switch_fiber(&host_fake_stack, stack_.bottom(), kStackBytes);
#endif
#if defined(KTOUR_FIBER_TSAN)
    tsan_host_ = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(tsan_fiber_, __tsan_switch_to_fiber_no_sync);
#endif
    switch_.enter();
#if defined(KTOUR_FIBER_ASAN)
    __sanitizer_finish_switch_fiber(host_fake_stack, nullptr, nullptr);
#endif
  }

  // Goes back to where the current fiber was resumed. To be called unwatched.
  static void suspend() {
    Fiber& self = *current();
#if defined(KTOUR_FIBER_ASAN)
    __sanitizer_start_switch_fiber(&self.fake_stack_, self.host_stack_, self.host_stack_bytes_);
#endif
#if defined(KTOUR_FIBER_TSAN)
    void* const host = self.tsan_host_;
    unwatched_end();  // a fiber that is destroyed unwatched would be reported
    __tsan_switch_to_fiber(host, __tsan_switch_to_fiber_no_sync);
#endif
    self.switch_.leave();
#if defined(KTOUR_FIBER_TSAN)
    unwatched_begin();
#endif
    self.arrive();
  }

 private:
  [[noreturn]] static void fail(const char* what) {
    throw std::runtime_error("block emulator: " + std::string(what) +
                             " failed: " + std::strerror(errno) + "; try a smaller block");
  }

  // Stacks grow down: an overflow meets the guard page below the bottom first.
  class Stack {
   public:
    Stack() {
      const long page_bytes = sysconf(_SC_PAGESIZE);
      if (page_bytes <= 0) fail("sysconf of the page size");
      guard_bytes_ = static_cast<std::size_t>(page_bytes);
      void* const mapping = mmap(nullptr, guard_bytes_ + kStackBytes, PROT_NONE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (mapping == MAP_FAILED) fail("mmap of a fiber's stack");
      mapping_ = static_cast<std::byte*>(mapping);
      if (mprotect(bottom(), kStackBytes, PROT_READ | PROT_WRITE) != 0) {
        unmap();
        fail("mprotect of a fiber's stack");
      }
    }
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;
    ~Stack() {
#if defined(KTOUR_FIBER_ASAN)
      __asan_unpoison_memory_region(bottom(), kStackBytes);
#endif
      unmap();
    }

    std::byte* bottom() const { return mapping_ + guard_bytes_; }

   private:
    void unmap() {
      if (munmap(mapping_, guard_bytes_ + kStackBytes) != 0) std::abort();
    }

    std::size_t guard_bytes_;
    std::byte* mapping_;
  };

  static Fiber*& current() {
    static thread_local Fiber* fiber = nullptr;
    return fiber;
  }

  static void start() {
    Fiber& self = *current();
    self.arrive();
    self.body_();
    std::abort();
  }

  void arrive() {
#if defined(KTOUR_FIBER_ASAN)
    __sanitizer_finish_switch_fiber(fake_stack_, &host_stack_, &host_stack_bytes_);
#endif
  }

  void (*body_)();
  Stack stack_;
  StackSwitch switch_;
#if defined(KTOUR_FIBER_ASAN)
  void* fake_stack_ = nullptr;
  const void* host_stack_ = nullptr;
  std::size_t host_stack_bytes_ = 0;
#endif
#if defined(KTOUR_FIBER_TSAN)
  void* tsan_fiber_ = nullptr;
  void* tsan_host_ = nullptr;
#endif
};

}  // namespace ktour
