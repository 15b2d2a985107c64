#include "thread_team.hpp"

#include <algorithm>
#include <system_error>

namespace ktour {

ThreadTeam::ThreadTeam(int workers, const std::atomic<bool>* stop) : stop_(stop) {
  try {
    for (int worker = 1; worker < workers; ++worker)
      threads_.emplace_back([this, worker] { work(worker); });
  } catch (const std::system_error&) {
    // A smaller team computes the same thing.
  }
}

ThreadTeam::~ThreadTeam() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  round_begins_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::run(std::uint64_t tasks, const std::function<void(std::uint64_t, int)>& task,
                     bool alone) {
  const std::size_t helpers = alone ? 0 : threads_.size();
  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    tasks_ = tasks;
    next_ = 0;
    failure_ = nullptr;
    busy_ = static_cast<int>(helpers);
    if (helpers > 0) ++round_;
  }
  if (helpers > 0) round_begins_.notify_all();
  take_tasks(0);
  std::unique_lock lock(mutex_);
  round_ends_.wait(lock, [this] { return busy_ == 0; });
  if (failure_) std::rethrow_exception(failure_);
}

void ThreadTeam::work(int worker) {
  std::uint64_t seen = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      round_begins_.wait(lock, [&] { return closing_ || round_ != seen; });
      if (closing_) return;
      seen = round_;
    }
    take_tasks(worker);
    {
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) round_ends_.notify_one();
    }
  }
}

void ThreadTeam::take_tasks(int worker) {
  try {
    for (std::uint64_t index = next_++; index < tasks_; index = next_++) {
      if (stop_ != nullptr && *stop_) throw Interrupted();
      (*task_)(index, worker);
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    next_ = tasks_;
  }
}

}  // namespace ktour
