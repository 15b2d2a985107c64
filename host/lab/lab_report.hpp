// What the Lab says about a run beyond ktour-run: its end, its explicit tours, and the document that
// a page can replay (ktour-lab, docs/formats.md). The same for a run that people watched and for one
// that is only exported.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "path_run.hpp"
#include "question.hpp"
#include "run_report.hpp"

namespace ktour {

inline constexpr int kLabSamples = 64;                // of a level
inline constexpr std::uint64_t kLabTours = 50'000;    // listed, at most
inline constexpr std::uint64_t kLabToursOnce = 5000;  // sent in one answer, at most

// The words of `ktour run` that ask the same.
std::vector<std::string> run_words(const Question& question, const RunOptions& options);

// Compares the count of a run that is at its end with the tours unfolded and with what was published.
// Returns why the count is none: what stopped the run, or that two numbers differ.
std::optional<RunFailure> conclude(RunReport& report);

// Why the tours of a run with a count are not listed; nothing where they are. And how many are.
std::optional<std::string> why_not_listed(const RunReport& report);
std::uint64_t listed(const RunReport& report);

// A tour in letters, one a square in order of visit: square 0 to 63 is A-Z a-z 0-9 - _ (the
// alphabet of base64url).
void append_letters(std::span<const std::uint8_t> tour, std::string& letters);
// Tours of `squares` letters each, one after the other, as a JSON array of strings: `count` at most,
// from number `from` on.
std::string letters_to_json(std::string_view letters, int squares, std::uint64_t from,
                            std::uint64_t count);

// The document: the run as ktour-run, and its tours as letters_to_json wrote them, or "null".
std::string lab_document(const nlohmann::ordered_json& run, std::string_view tours);

}  // namespace ktour
