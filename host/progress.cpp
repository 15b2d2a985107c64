#include "progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "console.hpp"
#include "level_table.hpp"
#include "machine.hpp"
#include "model.hpp"

namespace ktour {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::string human_seconds(double seconds) {
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

// No more of a guess than it is worth.
std::uint64_t two_digits(std::uint64_t number) {
  std::uint64_t unit = 1;
  while (number / unit >= 100) unit *= 10;
  return number / unit * unit;
}

}  // namespace

ProgressLine::ProgressLine(bool wanted, std::function<std::string()> text)
    : text_(std::move(text)) {
  if (wanted) thread_ = std::thread([this] { show_until_done(); });
}

ProgressLine::~ProgressLine() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  done_changed_.notify_all();
  thread_.join();
}

void ProgressLine::show_until_done() {
  using namespace std::chrono_literals;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto interval = terminal ? 500ms : 10000ms;
  bool shown = false;
  std::unique_lock lock(mutex_);
  for (auto wait = terminal ? 1000ms : interval;
       !done_changed_.wait_for(lock, wait, [this] { return done_; }); wait = interval) {
    note(fmt::format("{}{}{}", terminal ? "\r\033[K" : "", text_(), terminal ? "" : "\n"));
    shown = true;
  }
  if (shown && terminal) note("\r\033[K");
}

void LevelProgress::barrier(const LevelStatistics& row) {
  level_ = row.depth;
  frontier_ = row.frontier;
  explored_ = row.explored;
}

std::string LevelProgress::text() const {
  const double seconds = seconds_since(start_);
  const std::uint64_t explored = explored_;
  const std::string of_all = last_level_ == kUntilEmpty ? "" : fmt::format(" of {}", last_level_);
  return fmt::format("level {}{} done ({} states), {} explored, {:.1f} million/s, memory {}, {}",
                     level_.load(), of_all, grouped(frontier_.load()), grouped(explored),
                     static_cast<double>(explored) / seconds / 1e6, human_bytes(resident_bytes()),
                     human_seconds(seconds));
}

void StripProgress::barrier(const LevelStatistics& row) {
  level_ = row.depth + 1;
  frontier_ = row.generated - row.pruned - row.duplicates;
  expanded_before_ = expanded_.load();
  if (row.frontier > peak_) peak_ = row.frontier;
  estimate_.add(row.depth + 1, frontier_);
  expected_ = estimates_ ? estimate_.states().value_or(0) : 0;
}

std::string StripProgress::text() const {
  const double seconds = seconds_since(start_);
  const std::uint64_t expanded = expanded_;
  const std::uint64_t frontier = std::max<std::uint64_t>(frontier_, 1);
  const std::uint64_t in_level = expanded - expanded_before_;
  const std::uint64_t expected = expected_;
  return fmt::format(
      "level {} of {}: {:.0f}% of {} states, largest so far {}{}, {:.2f} million/s, memory {}, {}",
      level_.load(), last_level_,
      std::min(100.0, 100.0 * static_cast<double>(in_level) / static_cast<double>(frontier)),
      grouped(frontier), grouped(std::max(peak_.load(), frontier)),
      expected == 0 ? "" : fmt::format(" (about {} expected)", grouped(two_digits(expected))),
      static_cast<double>(expanded) / seconds / 1e6, human_bytes(resident_bytes()),
      human_seconds(seconds));
}

std::string ShareProgress::text() const {
  const double seconds = seconds_since(start_);
  const std::uint64_t done = done_;
  std::string line = fmt::format("{}: {}", what_, grouped(done));
  if (all_ > 0 && done > 0) {
    const double share = static_cast<double>(done) / all_.approximately();
    line += fmt::format(" of {} ({:.0f}%)", grouped(all_), 100 * share);
    if (share < 1) line += fmt::format(", {} left", human_seconds(seconds / share * (1 - share)));
  }
  return line + fmt::format(", {:.1f} million/s", static_cast<double>(done) / seconds / 1e6);
}

}  // namespace ktour
