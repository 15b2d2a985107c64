// Checks of a count: against the pthread tree, against published values, and of the unfolded tours
// one by one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "known_counts.hpp"
#include "path_run.hpp"
#include "question.hpp"
#include "thread_tree.hpp"

namespace ktour {

// One comparison of two numbers (or sets) that must be equal.
struct Comparison {
  std::string what;      // "pthread tree, all tours"
  std::string counted;   // by the engine
  std::string expected;  // by the other side
  bool equal() const { return counted == expected; }
};

struct Verification {
  std::vector<Comparison> comparisons;
  std::optional<TreeCount> tree;
  double tree_ms = 0;

  bool passed() const;
  void compare(std::string what, const Count& counted, const Count& expected);
};

// Adds what the table of known counts says about the question, if anything.
void compare_with_known(const CountTask& task, const Count& directed, Verification& verification);
void compare_with_known(const Question& question, const RunStatistics& counted,
                        Verification& verification);

// Walks every tour with the pthread tree and compares the total, the count by end square and, where
// all tours were asked for, by start square. Throws Interrupted.
void compare_with_tree(const Question& question, const RunStatistics& counted, TreeOptions options,
                       Verification& verification);

// Compares the set of unfolded tours with the set that the tree finds. Throws SpaceError above
// `most_tours`.
void compare_tour_sets(const Question& question, std::vector<Tour> unfolded, TreeOptions options,
                       std::uint64_t most_tours, Verification& verification);

}  // namespace ktour
