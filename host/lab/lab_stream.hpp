// The events of a run for one observer, as text/event-stream. While a stream exists the run counts
// as watched.
//
// The id of an event is the number of levels that were sent before and with it: a browser that
// connects again tells the last one it saw, and the levels go on from there.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "lab/lab_run.hpp"

namespace ktour {

class LabStream {
 public:
  // Begins with level `from`. A comment is sent where nothing else was for `most_silence`.
  LabStream(std::shared_ptr<LabRun> run, std::uint64_t from,
            std::chrono::milliseconds most_silence);
  ~LabStream();
  LabStream(const LabStream&) = delete;
  LabStream& operator=(const LabStream&) = delete;

  // What is to be sent now, empty where there is nothing; waits for it a moment. Nothing at all once
  // the run was stopped.
  std::optional<std::string> next();

 private:
  std::shared_ptr<LabRun> run_;
  LabCursor cursor_;
  std::chrono::milliseconds most_silence_;
  std::chrono::steady_clock::time_point last_sent_ = std::chrono::steady_clock::now();
};

}  // namespace ktour
