#include "search_json.hpp"

#include <algorithm>
#include <utility>

#include "origin_json.hpp"
#include "run_report.hpp"

namespace ktour {

using Json = nlohmann::ordered_json;

Json search_to_json(const SearchReport& report, const SearchResult& result, PuzzleJson puzzle) {
  std::uint64_t peak = 0;
  std::uint64_t generated = 0;
  for (const LevelStatistics& row : result.statistics.levels) {
    peak = std::max(peak, row.frontier);
    generated += row.generated;
  }
  Json verification;
  if (report.verification)
    verification = {{"passed", report.verification->passed()},
                    {"comparisons", comparisons_to_json(*report.verification)}};
  return {{"format", puzzle.format},
          {"version", 1},
          {"status", result.statistics.complete ? "complete" : "stopped"},
          {"failure", result.failure ? Json(result.failure->message) : Json()},
          {"program", describe_program()},
          {"command_line", report.command_line},
          {"host", describe_host()},
          {"device", describe_device(report.options)},
          {"question", std::move(puzzle.question)},
          {"state_bits", result.state_bits},
          {"word_bits", result.word_bits},
          {"multiplicity_bits", 64 * result.limbs},
          {"peak_states", peak},
          {"generated", generated},
          {"wall_ms", result.statistics.wall_ms},
          {puzzle.answer_name, std::move(puzzle.answer)},
          {"verification", std::move(verification)},
          {"levels", std::move(puzzle.levels)}};
}

}  // namespace ktour
