// How counts and comparisons are put into words, the same in every command.
#pragma once

#include <string>

#include "path_run.hpp"
#include "question.hpp"
#include "verification.hpp"

namespace ktour {

// "open tours of 5x5: 1728 directed, 864 undirected"; where start or end squares were given, only
// directed.
std::string tour_count_text(const Question& question, const Count& directed_tours);

// "open tours of 5x5", with the start and end squares where they were given.
std::string question_text(const Question& question);

// The count, or where a comparison failed, that there is none.
std::string verified_count_text(const Question& question, const Count& directed_tours,
                                const Verification& verification);

// One line a comparison that failed, with both numbers, and one line for all that agree.
std::string verification_text(const Verification& verification);

// Prints `ktour: message` on stderr and returns the exit code.
int report_failure(const RunFailure& failure);

}  // namespace ktour
