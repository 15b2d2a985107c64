#include "stop_flag.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>

namespace ktour {
namespace {

std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void request_stop(int) { stop_requested = true; }

}  // namespace

const std::atomic<bool>* stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = request_stop;
  // A write that was interrupted goes on; the next signal is the default: the end.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  return &stop_requested;
}

StopAfter::StopAfter(double seconds, const std::atomic<bool>& other)
    : thread_([this, seconds, &other] { watch(seconds, other); }) {}

StopAfter::~StopAfter() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  done_changed_.notify_all();
  thread_.join();
}

void StopAfter::watch(double seconds, const std::atomic<bool>& other) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kBetweenLooks{20};
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(seconds));
  std::unique_lock lock(mutex_);
  do {
    if (other || Clock::now() >= end) {
      stop_ = true;
      return;
    }
  } while (!done_changed_.wait_until(lock, std::min(end, Clock::now() + kBetweenLooks),
                                     [this] { return done_; }));
}

}  // namespace ktour
