// Signals that have to wait, as long as this lives. A thread keeps the mask of the one that started
// it.
#pragma once

#include <pthread.h>

#include <csignal>
#include <initializer_list>

namespace ktour {

class SignalMask {
 public:
  explicit SignalMask(std::initializer_list<int> signals) {
    sigset_t blocked;
    sigemptyset(&blocked);
    for (const int signal : signals) sigaddset(&blocked, signal);
    pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  }
  ~SignalMask() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalMask(const SignalMask&) = delete;
  SignalMask& operator=(const SignalMask&) = delete;

  // For ppoll(), in which they may come.
  const sigset_t& before() const { return before_; }

 private:
  sigset_t before_{};
};

}  // namespace ktour
