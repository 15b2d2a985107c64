#include "lab/lab_stream.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace ktour {

LabStream::LabStream(std::shared_ptr<LabRun> run, std::uint64_t from,
                     std::chrono::milliseconds most_silence)
    : run_(std::move(run)), most_silence_(most_silence) {
  cursor_.levels = from;
  run_->add_observer();
}

LabStream::~LabStream() { run_->remove_observer(); }

std::optional<std::string> LabStream::next() {
  // A moment, so that whoever sends can look whether the observer is still there.
  constexpr std::chrono::milliseconds kMoment{200};
  std::uint64_t levels = cursor_.levels;
  const auto events = run_->news(cursor_, std::min(kMoment, most_silence_));
  if (!events) return std::nullopt;
  std::string text;
  for (const LabEvent& event : *events) {
    if (event.name == "level") ++levels;
    text += fmt::format("event: {}\nid: {}\ndata: {}\n\n", event.name, levels, event.json);
  }
  const auto now = std::chrono::steady_clock::now();
  if (text.empty() && now - last_sent_ >= most_silence_) text = ": still here\n\n";
  if (!text.empty()) last_sent_ = now;
  return text;
}

}  // namespace ktour
