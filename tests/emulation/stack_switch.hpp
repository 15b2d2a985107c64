// Changes from the host thread's stack to that of a fiber and back, and nothing else.
//
// ucontext does it everywhere, at two system calls a change. On x86-64 a dozen instructions do the
// same more than ten times as fast: push the registers that a call must preserve, exchange stack
// pointers, pop. The floating-point control words are not saved; kernels leave them alone.
// KTOUR_PORTABLE_FIBERS chooses ucontext on x86-64 too.
#pragma once

#include <cstddef>
#include <cstdint>

#if !defined(__x86_64__) && !defined(KTOUR_PORTABLE_FIBERS)
#define KTOUR_PORTABLE_FIBERS
#endif

#if defined(KTOUR_PORTABLE_FIBERS)
#include <ucontext.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#endif

namespace ktour {

#if defined(KTOUR_PORTABLE_FIBERS)

class StackSwitch {
 public:
  // The first `enter` calls `start`, which never returns, on the stack of `bytes` at `bottom`.
  StackSwitch(std::byte* bottom, std::size_t bytes, void (*start)()) {
    check(getcontext(&fiber_), "getcontext");
    fiber_.uc_stack.ss_sp = bottom;
    fiber_.uc_stack.ss_size = bytes;
    fiber_.uc_link = nullptr;
    makecontext(&fiber_, start, 0);
    // AddressSanitizer forgets all red zones of a stack whose size it finds here at every switch.
    fiber_.uc_stack.ss_size = 0;
  }

  void enter() { check(swapcontext(&host_, &fiber_), "swapcontext into a fiber"); }
  void leave() { check(swapcontext(&fiber_, &host_), "swapcontext out of a fiber"); }

 private:
  static void check(int failed, const char* call) {
    if (failed != 0)
      throw std::runtime_error("block emulator: " + std::string(call) +
                               " failed: " + std::strerror(errno) + "; try a smaller block");
  }

  ucontext_t fiber_{};
  ucontext_t host_{};
};

#else

// Pushes registers, stores the stack pointer to *from, takes `to` as the new one, pops and returns.
// (`from` comes in rdi, `to` in rsi. A naked function has no code but this.)
__attribute__((naked, noinline, no_sanitize("thread"))) inline void switch_stack(void** /*from*/,
                                                                                 void* /*to*/) {
  asm("pushq %rbp\n\tpushq %rbx\n\tpushq %r12\n\tpushq %r13\n\tpushq %r14\n\tpushq %r15\n\t"
      "movq %rsp, (%rdi)\n\t"
      "movq %rsi, %rsp\n\t"
      "popq %r15\n\tpopq %r14\n\tpopq %r13\n\tpopq %r12\n\tpopq %rbx\n\tpopq %rbp\n\t"
      "ret");
}

class StackSwitch {
 public:
  StackSwitch(std::byte* bottom, std::size_t bytes, void (*start)()) {
    constexpr std::size_t kRegisters = 6;
    // From the top: alignment, no return address for `start`, `start` itself, its registers.
    auto* slot = reinterpret_cast<std::uintptr_t*>(bottom + bytes) - 2;
    *--slot = 0;
    *--slot = reinterpret_cast<std::uintptr_t>(start);
    for (std::size_t index = 0; index < kRegisters; ++index) *--slot = 0;
    fiber_ = slot;
  }

  void enter() { switch_stack(&host_, fiber_); }
  void leave() { switch_stack(&fiber_, host_); }

 private:
  void* fiber_ = nullptr;
  void* host_ = nullptr;
};

#endif

}  // namespace ktour
