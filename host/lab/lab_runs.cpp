#include "lab/lab_runs.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "lab/random_name.hpp"

namespace ktour {

LabRuns::LabRuns(std::size_t most_runs, std::chrono::milliseconds most_unobserved)
    : most_runs_(most_runs),
      most_unobserved_(most_unobserved),
      thread_([this] { forget_the_unobserved(); }) {}

LabRuns::~LabRuns() {
  close();
  thread_.join();
}

std::string LabRuns::create(const Question& question, const RunOptions& options) {
  const std::lock_guard lock(mutex_);
  if (closing_ || runs_.size() >= most_runs_) return {};
  std::string id = "r" + random_name(8);
  runs_.emplace(id, std::make_shared<LabRun>(question, options));
  return id;
}

std::shared_ptr<LabRun> LabRuns::find(const std::string& id) const {
  const std::lock_guard lock(mutex_);
  const auto found = runs_.find(id);
  return found == runs_.end() ? nullptr : found->second;
}

bool LabRuns::erase(const std::string& id) {
  std::shared_ptr<LabRun> run;
  {
    const std::lock_guard lock(mutex_);
    const auto found = runs_.find(id);
    if (found == runs_.end()) return false;
    run = std::move(found->second);
    runs_.erase(found);
  }
  run->stop();  // observers may hold it still; its thread is waited for without the lock
  return true;
}

void LabRuns::close() {
  std::map<std::string, std::shared_ptr<LabRun>> runs;
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    runs.swap(runs_);
  }
  closing_changed_.notify_all();
  for (const auto& [id, run] : runs) run->stop();
}

void LabRuns::forget_the_unobserved() {
  const auto between_looks = std::min(most_unobserved_ / 4, std::chrono::milliseconds(500));
  std::unique_lock lock(mutex_);
  while (!closing_changed_.wait_for(lock, between_looks, [this] { return closing_; })) {
    std::vector<std::shared_ptr<LabRun>> gone;
    for (auto entry = runs_.begin(); entry != runs_.end();) {
      if (entry->second->unobserved() < most_unobserved_) {
        ++entry;
        continue;
      }
      gone.push_back(std::move(entry->second));
      entry = runs_.erase(entry);
    }
    lock.unlock();
    for (const auto& run : gone) run->stop();
    gone.clear();
    lock.lock();
  }
}

}  // namespace ktour
