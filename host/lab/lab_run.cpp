#include "lab/lab_run.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "errors.hpp"
#include "lab/lab_report.hpp"

namespace ktour {

using Json = nlohmann::ordered_json;

LabRun::LabRun(const Question& question, const RunOptions& options)
    : report_{{}, question, options, {}, why_impossible(question.board, question.goal), {}, {}} {
  report_.command_line = run_words(question, options);
  report_.options.stop = &stop_;
  if (report_.impossible) {
    end({}, {});
    return;
  }
  thread_ = std::thread([this] { work(); });
}

LabRun::~LabRun() {
  stop();
  if (thread_.joinable()) thread_.join();
}

void LabRun::work() {
  RunOptions options = report_.options;
  std::string tours;
  std::vector<std::uint8_t> tour;
  options.on_frontier = [this](const FrontierView& frontier) { begin_level(frontier); };
  options.on_level = [this](const LevelStatistics& row) { end_level(row); };
  options.on_tour = [&](std::span<const std::uint8_t> from_the_end) {
    in_order_of_visit(question(), from_the_end, tour);
    append_letters(tour, tours);
    return true;
  };
  RunResult result;
  try {
    result = run_path_model(question(), options);
  } catch (const Error& error) {
    result.failure = {error.exit_code(), error.what()};
  } catch (const std::exception& error) {
    result.failure = {kExitNoSpace, error.what()};
  }
  if (!result.tours_unfolded) tours.clear();
  end(std::move(result), std::move(tours));
}

// At a barrier, in the engine's thread: tells what the last level was, and waits for a permit.
void LabRun::begin_level(const FrontierView& frontier) {
  const Json samples = samples_to_json(frontier.samples);
  const Json inboxes = frontier.inbox_states.empty() ? Json() : Json(frontier.inbox_states);
  std::string level_text;
  if (frontier.level > 0) {
    // Only this thread writes to the result before the end.
    Json json =
        level_to_json(report_.result.statistics.levels.back(), report_.result.samples.back());
    json["next_frontier"] = frontier.states;
    json["next_inbox_states"] = inboxes;
    json["next_samples"] = samples;
    level_text = json.dump();
  }
  std::string frontier_text = fmt::format("\"frontier\":{},\"inbox_states\":{},\"samples\":{}",
                                          frontier.states, inboxes.dump(), samples.dump());
  std::unique_lock lock(mutex_);
  if (frontier.level > 0) levels_.push_back(std::move(level_text));
  report_.result.samples.emplace_back(frontier.samples.begin(), frontier.samples.end());
  level_ = frontier.level;
  frontier_ = std::move(frontier_text);
  set_phase(level_ == 0 ? Phase::kReady : Phase::kWaiting);
  begin_if_allowed();
  changed_.wait(lock, [this] { return stop_ || phase_ == Phase::kExpanding; });
  if (stop_) throw Interrupted();
}

void LabRun::begin_if_allowed() {
  const bool at_barrier = status_ > 0 && (phase_ == Phase::kReady || phase_ == Phase::kWaiting);
  if (!at_barrier || allowed_ == 0) return;
  --allowed_;
  set_phase(Phase::kExpanding);
}

void LabRun::end_level(const LevelStatistics& row) {
  std::string level_text;
  if (row.depth == last_level()) {
    Json json = level_to_json(row, report_.result.samples.back());
    json["next_frontier"] = Json();
    json["next_inbox_states"] = Json();
    json["next_samples"] = Json::array();
    level_text = json.dump();
  }
  const std::lock_guard lock(mutex_);
  report_.result.statistics.levels.push_back(row);
  report_.result.statistics.wall_ms += row.wall_ms;
  if (row.depth != last_level()) return;
  levels_.push_back(std::move(level_text));
  set_phase(Phase::kUnfolding);
}

void LabRun::end(RunResult&& result, std::string&& tours) {
  const std::lock_guard lock(mutex_);
  report_.result = std::move(result);
  tours_ = std::move(tours);
  allowed_ = 0;
  if (const auto failure = conclude(report_)) {
    last_event_ = {
        "failed", Json{{"error", failure->message}, {"exit_code", int{failure->exit_code}}}.dump()};
    set_phase(Phase::kFailed);
  } else {
    const auto why_not = why_not_listed(report_);
    last_event_ = {"done", Json{{"tours", tours_to_json(report_)},
                                {"wall_ms", report_.result.statistics.wall_ms},
                                {"tours_listed", why_not ? Json() : Json(listed(report_))},
                                {"why_not", why_not ? Json(*why_not) : Json()}}
                               .dump()};
    set_phase(Phase::kDone);
  }
}

void LabRun::set_phase(Phase phase) {
  phase_ = phase;
  announce();
}

void LabRun::announce() {
  ++status_;
  changed_.notify_all();
}

int LabRun::levels_left() const {
  switch (phase_) {
    case Phase::kReady:
    case Phase::kWaiting:
      return last_level() + 1 - level_;
    case Phase::kExpanding:
      return last_level() - level_;
    default:
      return 0;
  }
}

int LabRun::allow(std::uint64_t levels) {
  const std::lock_guard lock(mutex_);
  const auto more = static_cast<int>(std::min<std::uint64_t>(levels, Board::kMaxSquares));
  allowed_ = std::min(allowed_ + more, levels_left());
  begin_if_allowed();
  if (status_ > 0) announce();
  return allowed_;
}

void LabRun::pause() {
  const std::lock_guard lock(mutex_);
  allowed_ = 0;
  if (status_ > 0) announce();
}

void LabRun::stop() {
  const std::lock_guard lock(mutex_);
  stop_ = true;
  changed_.notify_all();
}

LabEvent LabRun::status_event(bool with_samples) const {
  static constexpr std::array<const char*, 6> kNames{"ready",     "expanding", "waiting",
                                                     "unfolding", "done",      "failed"};
  std::string text = fmt::format("{{\"phase\":\"{}\",\"level\":{},\"allowed\":{}",
                                 kNames[static_cast<std::size_t>(phase_)], level_, allowed_);
  if (with_samples) text += "," + frontier_;
  return {"status", text + "}"};
}

std::optional<std::vector<LabEvent>> LabRun::news(LabCursor& cursor,
                                                  std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] {
    return stop_ || cursor.levels < levels_.size() || cursor.status != status_ ||
           (last_event_ && !cursor.ended);
  });
  if (stop_) return std::nullopt;
  std::vector<LabEvent> events;
  for (; cursor.levels < levels_.size(); ++cursor.levels)
    events.push_back({"level", levels_[cursor.levels]});
  if (cursor.status != status_) {
    events.push_back(status_event(cursor.status == 0));
    cursor.status = status_;
  }
  if (last_event_ && !cursor.ended) {
    events.push_back(*last_event_);
    cursor.ended = true;
  }
  return events;
}

Json LabRun::run_json() const {
  std::unique_lock lock(mutex_);
  RunReport report = report_;
  if (!last_event_) {
    report.result.failure = {kExitInterrupted, "the run goes on: this is what it was so far"};
    report.why_not_verified = "the search did not end";
    report.result.samples.resize(report.result.statistics.levels.size());
  }
  lock.unlock();
  return to_json(report);
}

bool LabRun::done() const {
  const std::lock_guard lock(mutex_);
  return phase_ == Phase::kDone;
}

std::optional<std::uint64_t> LabRun::tours_listed() const {
  const std::lock_guard lock(mutex_);
  if (phase_ != Phase::kDone || why_not_listed(report_)) return std::nullopt;
  return listed(report_);
}

std::string LabRun::tours_json(std::uint64_t from, std::uint64_t count) const {
  const std::lock_guard lock(mutex_);
  return letters_to_json(tours_, question().board.squares(), from, count);
}

void LabRun::add_observer() {
  const std::lock_guard lock(mutex_);
  ++observers_;
}

void LabRun::remove_observer() {
  const std::lock_guard lock(mutex_);
  if (--observers_ == 0) unobserved_since_ = std::chrono::steady_clock::now();
}

std::chrono::steady_clock::duration LabRun::unobserved() const {
  const std::lock_guard lock(mutex_);
  if (observers_ > 0) return {};
  return std::chrono::steady_clock::now() - unobserved_since_;
}

}  // namespace ktour
