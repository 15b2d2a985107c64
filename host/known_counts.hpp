// The table of published counts, host/known_counts.tsv, compiled into the program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "question.hpp"

namespace ktour {

struct KnownCount {
  Question question;
  bool directed = true;   // else a tour and its reverse count as one
  std::string what;       // "open 5x5, directed, start 0,0"
  std::string value;      // decimal
  bool in_reach = false;  // of `ktour verify --all`
  std::string source;
};

// All of them, in the order of the file. Throws std::logic_error if the table is malformed.
std::vector<KnownCount> known_counts();

// What the table says about a question, preferring the directed count.
std::optional<KnownCount> find_known_count(const Question& question);

// The number that `known` must equal, from the directed tours that were counted.
Count as_counted(const KnownCount& known, const Count& directed_tours);

}  // namespace ktour
