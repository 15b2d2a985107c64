// What tests of the Lab share: a small page, run options, and a run's events up to a condition.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "lab/lab_report.hpp"
#include "lab/lab_run.hpp"
#include "level_json.hpp"

namespace ktour {

using Json = nlohmann::ordered_json;

inline constexpr const char* kTestPage =
    "<!doctype html><title>t</title>\n"
    "<script type=\"application/json\" id=\"ktour-run\">null</script>\n<p>end</p>\n";

inline RunOptions lab_options(std::uint64_t memory_bytes = std::uint64_t{256} << 20) {
  RunOptions options;
  options.threads = 2;
  options.samples = kLabSamples;
  options.most_tours_to_unfold = kLabTours;
  options.memory_bytes = memory_bytes;
  options.archive_bytes = memory_bytes / 2;
  return options;
}

inline bool is_status(const LabEvent& event, const std::string& phase) {
  return event.name == "status" && Json::parse(event.json)["phase"] == phase;
}

// All events until one is `last`; a run that gets stuck fails the test.
inline std::vector<LabEvent> events_until(LabRun& run, LabCursor& cursor,
                                          const std::function<bool(const LabEvent&)>& last) {
  std::vector<LabEvent> all;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (std::chrono::steady_clock::now() < end) {
    const auto events = run.news(cursor, std::chrono::milliseconds(50));
    if (!events) break;
    bool found = false;
    for (const LabEvent& event : *events) {
      all.push_back(event);
      found = found || last(event);
    }
    if (found) return all;
  }
  ADD_FAILURE() << "the event that the test waits for did not come";
  return all;
}

inline std::vector<LabEvent> events_until(LabRun& run, LabCursor& cursor, const std::string& name) {
  return events_until(run, cursor, [&](const LabEvent& event) { return event.name == name; });
}

inline std::vector<LabEvent> events_until_status(LabRun& run, LabCursor& cursor,
                                                 const std::string& phase) {
  return events_until(run, cursor, [&](const LabEvent& event) { return is_status(event, phase); });
}

inline std::vector<Json> levels_of(const std::vector<LabEvent>& events) {
  std::vector<Json> levels;
  for (const LabEvent& event : events)
    if (event.name == "level") levels.push_back(Json::parse(event.json));
  return levels;
}

inline Question open_question(const char* board, const char* rules = "all") {
  return Question::for_all_tours(Board::parse(board), Goal::kOpen, PruneRules::parse(rules));
}

}  // namespace ktour
