// A fixed team of threads that runs numbered tasks: whoever is free takes the next number. The
// caller is one of the workers. Which worker runs which task is left to chance; callers keep
// results by task, so that nothing they report depends on it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "errors.hpp"

namespace ktour {

class ThreadTeam {
 public:
  // At least one worker. Where the system refuses a thread, the team is smaller. `stop` may be
  // null.
  ThreadTeam(int workers, const std::atomic<bool>* stop);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  int workers() const { return static_cast<int>(threads_.size()) + 1; }

  // Runs task(index, worker) for every index below `tasks` and waits for all. The first exception
  // ends the round and is thrown here; so is Interrupted once the stop flag is up. With `alone`, for
  // work that is shorter than waking a thread, the caller does it all.
  void run(std::uint64_t tasks, const std::function<void(std::uint64_t, int)>& task,
           bool alone = false);

 private:
  void work(int worker);
  void take_tasks(int worker);

  const std::atomic<bool>* stop_;
  std::mutex mutex_;
  std::condition_variable round_begins_;
  std::condition_variable round_ends_;
  std::uint64_t round_ = 0;
  int busy_ = 0;
  bool closing_ = false;
  std::exception_ptr failure_;
  const std::function<void(std::uint64_t, int)>* task_ = nullptr;
  std::uint64_t tasks_ = 0;
  std::atomic<std::uint64_t> next_{0};
  std::vector<std::thread> threads_;
};

}  // namespace ktour
