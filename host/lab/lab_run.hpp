// One run of the Lab: the engine in a thread of its own, held at every barrier until somebody permits
// the next level, and watched by any number of observers.
//
//                      permit        permit                 permit
//     ready ---------- expanding --- waiting --- ... ------ expanding --- unfolding --- done
//     level 0          level 0       level 1                last level
//
// What an observer sees are the engine's own numbers, at the moment the barrier is passed. A run in
// which the colours allow no tour is done at once, without levels. Every function may be called from
// every thread.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "path_run.hpp"
#include "question.hpp"
#include "run_report.hpp"

namespace ktour {

// What one observer has seen of a run.
struct LabCursor {
  std::uint64_t levels = 0;  // how many, from level 0 on
  std::uint64_t status = 0;  // the number of the last status; 0: none yet
  bool ended = false;        // whether the last event is seen
};

struct LabEvent {
  std::string name;  // level, status, done or failed
  std::string json;
};

class LabRun {
 public:
  // Starts at the first barrier. `options.stop` and the callbacks are the run's own.
  LabRun(const Question& question, const RunOptions& options);
  // Stops it and waits for its thread.
  ~LabRun();
  LabRun(const LabRun&) = delete;
  LabRun& operator=(const LabRun&) = delete;

  const Question& question() const { return report_.question; }
  const RunOptions& options() const { return report_.options; }
  const std::optional<std::string>& impossible() const { return report_.impossible; }
  int last_level() const { return question().board.squares() - 1; }

  // Permits more levels, but no more than there are. Returns how many permits are unused.
  int allow(std::uint64_t levels);
  // Takes back unused permits; a level in work is finished.
  void pause();
  // Ends the run soon, and every observer's events now.
  void stop();

  // What `cursor` has not seen yet, levels first and in their order; waits a while where there is
  // nothing. Nothing at all once the run was stopped.
  std::optional<std::vector<LabEvent>> news(LabCursor& cursor, std::chrono::milliseconds patience);

  // The run so far as ktour-run; where it is not at its end, marked as interrupted.
  nlohmann::ordered_json run_json() const;
  // Whether the run is at its end and its answer stands.
  bool done() const;
  // How many tours are listed, where they are.
  std::optional<std::uint64_t> tours_listed() const;
  // The tours from number `from` on, `count` of them at most, as a JSON array of strings of one
  // letter a square.
  std::string tours_json(std::uint64_t from, std::uint64_t count) const;

  // Observers: how many watch, and since when nobody does.
  void add_observer();
  void remove_observer();
  std::chrono::steady_clock::duration unobserved() const;

 private:
  enum class Phase { kReady, kExpanding, kWaiting, kUnfolding, kDone, kFailed };

  void work();
  void begin_level(const FrontierView& frontier);
  void end_level(const LevelStatistics& row);
  void end(RunResult&& result, std::string&& tours);
  void begin_if_allowed();
  void set_phase(Phase phase);
  void announce();
  LabEvent status_event(bool with_samples) const;
  int levels_left() const;

  std::atomic<bool> stop_{false};
  mutable std::mutex mutex_;  // guards all below but the question and the options
  std::condition_variable changed_;
  RunReport report_;
  Phase phase_ = Phase::kReady;
  std::uint64_t status_ = 0;  // counts the changes of what a status event says; 0: no barrier yet
  int level_ = 0;
  int allowed_ = 0;
  std::string frontier_ = "\"frontier\":0,\"samples\":[]";  // level_'s, in JSON
  std::vector<std::string> levels_;                         // the data of the level events
  std::optional<LabEvent> last_event_;
  std::string tours_;  // listed ones, one after the other
  int observers_ = 0;
  std::chrono::steady_clock::time_point unobserved_since_ = std::chrono::steady_clock::now();
  std::thread thread_;
};

}  // namespace ktour
