// The unfold: as many tours as the multiplicities say, each valid, each once, in the documented
// order, on every device and whatever the batch.
#include "unfold.hpp"

#include <gtest/gtest.h>

#include <set>

#include "devices.hpp"
#include "path_model.hpp"
#include "question.hpp"
#include "thread_tree.hpp"

namespace ktour {
namespace {

using Squares = std::vector<std::uint8_t>;

template <class D>
std::vector<Squares> unfold_all(D& device, const LevelArchive<typename D::State>& archive,
                                std::uint64_t batch) {
  std::vector<Squares> tours;
  const std::uint64_t count =
      unfold(device, archive, batch, [&](std::span<const std::uint8_t> from_the_end) {
        tours.emplace_back(from_the_end.begin(), from_the_end.end());
        return true;
      });
  EXPECT_EQ(count, tours.size());
  return tours;
}

void expect_unfold(const Question& question) {
  SCOPED_TRACE(question.board.name());
  TreeOptions options;
  options.closed = question.goal == Goal::kClosed;
  options.starts = question.starts;
  options.ends = question.ends;
  const TreeListing listing = list_with_thread_tree(question.board, options, 100'000);
  const std::set<Squares> expected(listing.tours.begin(), listing.tours.end());
  const PathModel<std::uint64_t> model(question.board, question.goal, question.starts,
                                       question.rules, question.ends);
  run_everywhere(model, [&](const std::string& name, const auto& run, auto& device) {
    SCOPED_TRACE(name);
    for (const std::uint64_t batch : {1U, 10U, 100'000U}) {
      const auto tours = unfold_all(device, run.archive, batch);
      EXPECT_TRUE(run.statistics.tours == tours.size());
      EXPECT_TRUE(std::is_sorted(tours.begin(), tours.end()));
      std::set<Squares> found;
      for (const Squares& from_the_end : tours)
        found.insert(Squares(from_the_end.rbegin(), from_the_end.rend()));
      EXPECT_EQ(found, expected);
    }
  });
}

TEST(Unfold, OpenTours) {
  for (const char* board : {"1x1", "3x3", "3x4", "4x5"})
    expect_unfold(Question::for_all_tours(Board::parse(board), Goal::kOpen));
}

TEST(Unfold, ClosedTours) {
  expect_unfold(
      Question::for_all_tours(Board::parse("5x6"), Goal::kClosed, PruneRules::parse("all")));
}

TEST(Unfold, OneStartSquare) {
  Question question = Question::for_all_tours(Board::parse("4x5"), Goal::kOpen);
  question.starts = bit(3);
  expect_unfold(question);
}

TEST(Unfold, OnePairOfEnds) {
  Question question = Question::for_all_tours(Board::parse("3x4"), Goal::kOpen);
  question.starts = bit(0) | bit(3);
  question.ends = bit(11) | bit(2);
  expect_unfold(question);
}

TEST(Unfold, EndsWhenItsCallerHasEnough) {
  const Board board(3, 4);
  const PathModel<std::uint32_t> model(board, Goal::kOpen, board.present());
  CpuDevice<PathModel<std::uint32_t>> device(model, {});
  const auto run = run_all_levels(device);
  int seen = 0;
  EXPECT_EQ(unfold(device, run.archive, 3, [&](auto) { return ++seen < 5; }), 5U);
}

TEST(Unfold, FindsAPathToEverySampleState) {
  const Board board(4, 5);
  const PathModel<std::uint32_t> model(board, Goal::kOpen, board.present());
  CpuDevice<PathModel<std::uint32_t>> device(model, {});
  const auto run = run_all_levels(device, 20);
  for (std::size_t level = 0; level < run.samples.size(); ++level) {
    for (const auto& sample : run.samples[level]) {
      const auto path = first_path_to(model, run.archive, sample.state, static_cast<int>(level));
      std::uint64_t visited = 0;
      for (std::size_t move = 0; move < path.size(); ++move) {
        if (move > 0) {
          EXPECT_NE(board.moves(path[move - 1]) >> path[move] & 1, 0U);
        }
        visited |= bit(path[move]);
      }
      EXPECT_EQ(visited, model.visited(sample.state));
      EXPECT_EQ(path.size(), level + 1);
      EXPECT_EQ(path.back(), model.endpoint(sample.state));
    }
  }
}

}  // namespace
}  // namespace ktour
