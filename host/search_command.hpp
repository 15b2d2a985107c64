// What the puzzles' commands have in common: levels shown as they come, checks that an interruption
// leaves out, the report, and the exit code.
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

#include "answers.hpp"
#include "console.hpp"
#include "errors.hpp"
#include "level_table.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "search_json.hpp"

namespace ktour {

// `run()` returns the result; its levels are printed at their barriers, and `progress` is told of
// them.
template <class Progress, class Run>
auto show_levels(const LevelTable& table, Progress& progress, RunOptions& options, Run&& run) {
  say(table.header());
  options.on_level = [&](const LevelStatistics& row) {
    progress.barrier(row);
    say(table.row(row));
  };
  const ProgressLine line(true, [&] { return progress.text(); });
  return run();
}

// `check()` returns the comparisons. An interruption leaves the count standing, unchecked.
template <class Check>
void verify_search(SearchReport& report, SearchResult& result, Check&& check) {
  const ProgressLine line(true, [] { return std::string("comparing with other ways to count"); });
  try {
    report.verification = check();
  } catch (const Error& error) {
    result.failure = {error.exit_code(), error.what()};
  }
}

// Words of the command line may be no UTF-8.
inline void write_report(OutputFile& file, const nlohmann::ordered_json& report) {
  file.write(report.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
  file.commit();
}

inline int exit_code_of(const SearchReport& report, const SearchResult& result) {
  if (result.failure) return report_failure(*result.failure);
  return !report.verification || report.verification->passed() ? kExitDone : kExitMismatch;
}

}  // namespace ktour
