// `ktour lab`: the page on which people watch the search happen. A server, until a signal ends it; or,
// with --export, one file that replays a run and needs no server.
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "answers.hpp"
#include "arguments.hpp"
#include "console.hpp"
#include "lab/lab_export.hpp"
#include "lab/lab_page.hpp"
#include "lab/lab_report.hpp"
#include "lab/lab_server.hpp"
#include "lab/random_name.hpp"
#include "lab/stored_run.hpp"
#include "machine.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "stop_flag.hpp"

namespace ktour {
namespace {

// A shell starts it and ends, so that nobody here has to wait for the browser.
void open_browser(const std::string& url) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return;
  const std::string command = "xdg-open '" + url + "' </dev/null >/dev/null 2>&1 &";
  std::array<const char*, 4> words{"sh", "-c", command.c_str(), nullptr};
  pid_t shell = 0;
  if (posix_spawn(&shell, "/bin/sh", nullptr, nullptr, const_cast<char* const*>(words.data()),
                  environ) == 0)
    waitpid(shell, nullptr, 0);
}

int serve(const LabArguments& arguments) {
  using std::chrono::milliseconds;
  const std::string_view page = lab_page();
  const std::atomic<bool>* const stop = stop_on_signals();
  LabSettings settings;
  settings.threads = arguments.device.threads == 0 ? usable_cores() : arguments.device.threads;
  if (!arguments.device.memory.empty())
    settings.memory_bytes = parse_bytes(arguments.device.memory);
  LabServer server(arguments.address, arguments.port);
  const LabAccess access(arguments.address, server.port(),
                         is_loopback(arguments.address) ? "" : random_name(16));
  LabApi api(settings, access, page);
  std::future<void> served = std::async(std::launch::async, [&] { server.serve(api); });
  say(fmt::format("the Lab is at {}\n", access.url()));
  if (!arguments.no_browser) open_browser(access.url());
  while (!*stop && served.wait_for(milliseconds(20)) != std::future_status::ready) continue;
  api.runs().close();
  server.stop();
  // Somebody who neither speaks nor hangs up does not keep the program.
  if (served.wait_for(milliseconds(700)) != std::future_status::ready)
    std::_Exit(finish_console(kExitDone));
  return kExitDone;
}

struct Replay {
  RunReport report;
  std::string tours = "null";  // as JSON
};

// Runs the question with everything that a replay shows. Throws where there is no answer.
Replay run_for_replay(const Question& question, RunOptions options) {
  Replay replay{{run_words(question, options), question, options, {}, {}, {}, {}}};
  RunReport& report = replay.report;
  report.impossible = why_impossible(question.board, question.goal);
  std::string letters;
  if (!report.impossible) {
    std::vector<std::uint8_t> tour;
    options.on_tour = [&](std::span<const std::uint8_t> from_the_end) {
      in_order_of_visit(question, from_the_end, tour);
      append_letters(tour, letters);
      return true;
    };
    LevelProgress progress(question.board.squares() - 1);
    options.on_level = [&](const LevelStatistics& row) { progress.barrier(row); };
    const ProgressLine line(true, [&] { return progress.text(); });
    report.result = run_path_model(question, options);
  }
  if (const auto failure = conclude(report)) throw Error(failure->exit_code, failure->message);
  if (const auto why_not = why_not_listed(report))
    note(fmt::format("the file has no tours: {}\n", *why_not));
  else
    replay.tours = letters_to_json(letters, question.board.squares(), 0, kLabTours);
  return replay;
}

int export_page(const LabArguments& arguments) {
  const std::string_view page = lab_page();
  OutputFile file(arguments.export_path);
  std::optional<StoredRun> stored;
  if (!arguments.from_path.empty()) stored = read_stored_run(arguments.from_path);
  Question question = stored ? stored->question : read_question(arguments.question);
  RunOptions options = read_run_options(arguments.device);
  options.samples = kLabSamples;
  options.most_tours_to_unfold = kLabTours;
  std::string document;
  Count directed;
  if (!stored) {
    const Replay replay = run_for_replay(question, options);
    directed = replay.report.result.statistics.tours;
    document = lab_document(to_json(replay.report), replay.tours);
  } else {
    directed = stored->directed;
    std::string tours = "null";
    if (directed <= Count(kLabTours)) {
      // The tours are not in the file, and the rules do not change them.
      question.rules = PruneRules::parse("all");
      const Replay replay = run_for_replay(question, options);
      if (replay.report.result.statistics.tours != directed)
        throw Error(kExitMismatch, fmt::format("'{}' has {} directed tours, the engine counts {}",
                                               arguments.from_path, to_decimal(directed),
                                               to_decimal(replay.report.result.statistics.tours)));
      tours = replay.tours;
    }
    document = lab_document(stored->json, tours);
  }
  file.write(page_with_document(page, document));
  file.commit();
  say(fmt::format("{}\n", tour_count_text(question, directed)));
  note(fmt::format("page: {}\n", arguments.export_path));
  return kExitDone;
}

}  // namespace

int command_lab(const LabArguments& arguments) {
  return arguments.export_path.empty() ? serve(arguments) : export_page(arguments);
}

}  // namespace ktour
