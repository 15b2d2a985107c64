// SIGINT, SIGTERM and SIGHUP as a flag that long work looks at. A second signal ends the program at
// once. A time limit is such a flag too.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace ktour {

// Installs the handlers once and returns the flag.
const std::atomic<bool>* stop_on_signals();

// A flag that goes up when a time has passed or when another flag is up, whichever comes first. The
// other one tells which: it is looked at every few hundredths of a second.
class StopAfter {
 public:
  StopAfter(double seconds, const std::atomic<bool>& other);
  ~StopAfter();
  StopAfter(const StopAfter&) = delete;
  StopAfter& operator=(const StopAfter&) = delete;

  const std::atomic<bool>* flag() const { return &stop_; }

 private:
  void watch(double seconds, const std::atomic<bool>& other);

  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace ktour
