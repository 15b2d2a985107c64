// One line on stderr that says how long work is going: rewritten twice a second on a terminal, a
// new line every ten seconds elsewhere. Work that ends within a second shows nothing.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "peak_estimate.hpp"
#include "statistics.hpp"

namespace ktour {

class ProgressLine {
 public:
  // `text` is called on another thread. Nothing is shown where `wanted` is false.
  ProgressLine(bool wanted, std::function<std::string()> text);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

 private:
  void show_until_done();

  std::function<std::string()> text_;
  std::mutex mutex_;
  std::condition_variable done_changed_;
  bool done_ = false;
  std::thread thread_;
};

// What the level search has reached; written by the engine's thread, read by a ProgressLine.
class LevelProgress {
 public:
  // kUntilEmpty where the last level is not known.
  explicit LevelProgress(int last_level) : last_level_(last_level) {}

  void barrier(const LevelStatistics& row);
  std::string text() const;

 private:
  int last_level_;
  std::atomic<int> level_{0};
  std::atomic<std::uint64_t> frontier_{0};
  std::atomic<std::uint64_t> explored_{0};
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// The same for the profile model, whose levels can take minutes: how far the level in work is too,
// and how large the frontier may become.
class StripProgress {
 public:
  // `expanded` is counted up by whoever expands states. With `estimates`, for a model that keeps
  // forced edges, a guess at the peak is shown where there is one.
  StripProgress(int rows, int columns, bool estimates, const std::atomic<std::uint64_t>& expanded)
      : last_level_(rows * columns),
        estimates_(estimates),
        expanded_(expanded),
        estimate_(rows, columns) {}

  void barrier(const LevelStatistics& row);
  std::string text() const;

 private:
  int last_level_;
  bool estimates_;
  const std::atomic<std::uint64_t>& expanded_;
  PeakEstimate estimate_;                   // the engine's thread's own
  std::atomic<std::uint64_t> expected_{0};  // states; 0: no guess
  std::atomic<int> level_{0};               // in work
  std::atomic<std::uint64_t> frontier_{1};
  std::atomic<std::uint64_t> expanded_before_{0};
  std::atomic<std::uint64_t> peak_{0};
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// How much of a known amount of work is done, and how long the rest may take.
class ShareProgress {
 public:
  ShareProgress(std::string what, const Count& all) : what_(std::move(what)), all_(all) {}

  std::atomic<std::uint64_t>& done() { return done_; }
  std::string text() const;

 private:
  std::string what_;
  Count all_;
  std::atomic<std::uint64_t> done_{0};
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace ktour
