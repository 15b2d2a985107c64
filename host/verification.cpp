#include "verification.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine.hpp"

namespace ktour {

bool Verification::passed() const {
  return std::all_of(comparisons.begin(), comparisons.end(),
                     [](const Comparison& comparison) { return comparison.equal(); });
}

void Verification::compare(std::string what, const Count& counted, const Count& expected) {
  comparisons.push_back({std::move(what), to_decimal(counted), to_decimal(expected)});
}

void compare_with_known(const CountTask& task, const Count& directed, Verification& verification) {
  const auto known = find_known_count(task);
  if (!known) return;
  verification.comparisons.push_back(
      {known->source, to_decimal(as_counted(*known, directed)), known->value});
}

void compare_with_known(const Question& question, const RunStatistics& counted,
                        Verification& verification) {
  compare_with_known(count_task(question), counted.tours, verification);
}

void compare_with_tree(const Question& question, const RunStatistics& counted, TreeOptions options,
                       Verification& verification) {
  options.closed = question.goal == Goal::kClosed;
  options.starts = question.starts;
  options.ends = question.ends;
  const auto start = std::chrono::steady_clock::now();
  TreeCount tree = count_with_thread_tree(question.board, options);
  verification.tree_ms = ms_since(start);
  verification.compare("pthread tree", counted.tours, tree.total());
  for (std::uint64_t rest = question.board.present(); rest != 0; rest &= rest - 1) {
    const int square = lowest_bit(rest);
    const Count& ending = counted.tours_by_inbox[static_cast<std::size_t>(square)];
    const std::string name = question.board.chess_name(square);
    verification.compare("pthread tree, tours ending on " + name, ending, tree.by_end(square));
    // Reversed, a tour that ends here starts here.
    if (question.goal == Goal::kOpen && question.all_tours())
      verification.compare("pthread tree, tours starting on " + name, ending,
                           tree.by_start(square));
  }
  verification.tree = std::move(tree);
}

void compare_tour_sets(const Question& question, std::vector<Tour> unfolded, TreeOptions options,
                       std::uint64_t most_tours, Verification& verification) {
  options.closed = question.goal == Goal::kClosed;
  options.starts = question.starts;
  options.ends = question.ends;
  TreeListing listing = list_with_thread_tree(question.board, options, most_tours);
  std::sort(unfolded.begin(), unfolded.end());
  std::vector<Tour> common;
  std::set_intersection(unfolded.begin(), unfolded.end(), listing.tours.begin(),
                        listing.tours.end(), std::back_inserter(common));
  verification.compare("distinct tours of the unfold that the pthread tree lists", common.size(),
                       listing.tours.size());
  verification.compare("tours of the unfold", unfolded.size(), listing.tours.size());
}

}  // namespace ktour
