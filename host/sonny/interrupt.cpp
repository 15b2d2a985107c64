#include "interrupt.hpp"

#include <signal.h>
#include <time.h>

#include <atomic>
#include <cstdint>

namespace ktour::sonny {
namespace {

constexpr std::int64_t kSamePressMs = 1000;

std::atomic<bool> stop_asked{false};
std::atomic<std::int64_t> asked_at_ms{-1};
static_assert(std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler must not take a lock");

std::int64_t now_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// Everything called here is on the list of what is safe in a handler.
void ask_to_stop(int signal_number) {
  std::int64_t first_ms = -1;
  const std::int64_t this_ms = now_ms();
  if (asked_at_ms.compare_exchange_strong(first_ms, this_ms)) {
    stop_asked.store(true, std::memory_order_relaxed);
  } else if (this_ms - first_ms > kSamePressMs) {
    // Blocked while the handler runs, so it takes effect on return.
    signal(signal_number, SIG_DFL);
    raise(signal_number);
  }
}

}  // namespace

bool watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = ask_to_stop;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  return sigaction(SIGINT, &action, nullptr) == 0 && sigaction(SIGTERM, &action, nullptr) == 0;
}

bool interrupted() noexcept { return stop_asked.load(std::memory_order_relaxed); }

}  // namespace ktour::sonny
