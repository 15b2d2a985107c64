// The runs of a Lab: a few at a time, each found by a name that cannot be guessed. One that nobody has
// watched for a while is stopped and forgotten.
#pragma once

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "lab/lab_run.hpp"

namespace ktour {

class LabRuns {
 public:
  LabRuns(std::size_t most_runs, std::chrono::milliseconds most_unobserved);
  // Stops all.
  ~LabRuns();
  LabRuns(const LabRuns&) = delete;
  LabRuns& operator=(const LabRuns&) = delete;

  std::size_t most_runs() const { return most_runs_; }

  // Starts a run. Empty where there are as many as there may be.
  std::string create(const Question& question, const RunOptions& options);
  // Null where there is none of this name.
  std::shared_ptr<LabRun> find(const std::string& id) const;
  // Stops a run and forgets it; false where there is none of this name.
  bool erase(const std::string& id);
  // Stops all runs and takes no more.
  void close();

 private:
  void forget_the_unobserved();

  std::size_t most_runs_;
  std::chrono::milliseconds most_unobserved_;
  mutable std::mutex mutex_;
  std::condition_variable closing_changed_;
  bool closing_ = false;
  std::map<std::string, std::shared_ptr<LabRun>> runs_;
  std::thread thread_;
};

}  // namespace ktour
