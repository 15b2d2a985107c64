// Level statistics are equal to the last number on every device, for every thread count and batch, of
// every puzzle.
#include <gtest/gtest.h>

#include "devices.hpp"
#include "expectations.hpp"
#include "path_model.hpp"
#include "profile_model.hpp"
#include "queens_model.hpp"
#include "question.hpp"
#include "tiles_model.hpp"

namespace ktour {
namespace {

template <class Word>
void expect_parity(const Question& question) {
  SCOPED_TRACE(question.board.name() + ", " + name_of(question.goal) + ", " +
               question.rules.names() + ", word of " + std::to_string(sizeof(Word)) + " bytes");
  const PathModel<Word> model = model_of<Word>(question);
  CpuDevice<PathModel<Word>> reference(model, {});
  const auto expected = run_all_levels(reference);
  run_everywhere(model, [&](const std::string& name, const auto& run, auto&) {
    SCOPED_TRACE(name);
    expect_same_levels(expected.statistics, run.statistics);
    expect_same_samples(expected, run);
    expect_same_archives(expected.archive, run.archive, question.board.squares());
  });
}

TEST(Parity, OpenToursOfSmallBoards) {
  for (const char* board : {"1x1", "1x5", "3x3", "3x4", "4x4", "4x5"})
    expect_parity<std::uint32_t>(Question::for_all_tours(Board::parse(board), Goal::kOpen));
}

TEST(Parity, EveryWord) {
  const Question question = Question::for_all_tours(Board::parse("3x5"), Goal::kOpen);
  expect_parity<std::uint32_t>(question);
  expect_parity<std::uint64_t>(question);
  expect_parity<Uint128>(question);
}

TEST(Parity, ClosedTours) {
  expect_parity<std::uint32_t>(Question::for_all_tours(Board::parse("4x5"), Goal::kClosed));
  // 8 of them: OEIS A175855.
  expect_parity<std::uint64_t>(
      Question::for_all_tours(Board::parse("5x6"), Goal::kClosed, PruneRules::parse("all")));
}

TEST(Parity, OneStartSquare) {
  Question question = Question::for_all_tours(Board::parse("4x5"), Goal::kOpen);
  question.starts = bit(question.board.parse_square("b2"));
  expect_parity<std::uint32_t>(question);
}

TEST(Parity, OneEndSquare) {
  Question question = Question::for_all_tours(Board::parse("3x4"), Goal::kOpen);
  question.ends = bit(question.board.parse_square("b2"));
  expect_parity<std::uint32_t>(question);
}

TEST(Parity, PruningRules) {
  for (const char* rules : {"colour", "isolated", "ends", "connected", "all"})
    expect_parity<std::uint32_t>(
        Question::for_all_tours(Board::parse("3x7"), Goal::kOpen, PruneRules::parse(rules)));
}

TEST(Parity, MissingSquares) {
  const Board board = Board::parse("4x5").without(bit(0) | bit(7) | bit(13));
  expect_parity<std::uint32_t>(Question::for_all_tours(board, Goal::kOpen));
}

template <class M>
void expect_parity_of(const M& model) {
  TableDevice<M> reference(model, {});
  const auto expected = run_all_levels(reference);
  run_everywhere(model, [&](const std::string& name, const auto& run, auto&) {
    SCOPED_TRACE(name);
    expect_same_levels(expected.statistics, run.statistics);
    expect_same_samples(expected, run);
  });
}

TEST(Parity, Profiles) {
  expect_parity_of(ProfileModel<std::uint64_t>(Strip::rectangle(3, 4), ProfileCount::kOpen));
  expect_parity_of(ProfileModel<Uint128>(Strip::rectangle(4, 5), ProfileCount::kOpen));
}

TEST(Parity, QueensUnderAllRules) {
  for (const int queens : {1, 2, 5, 6})
    for (int bits = 0; bits < 8; ++bits) {
      SCOPED_TRACE(std::to_string(queens) + " queens, rules " + std::to_string(bits));
      expect_parity_of(QueensModel(queens, {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0}));
    }
  expect_parity_of(QueensModel(8));
}

TEST(Parity, Tiles) {
  expect_parity_of(TilesModel(1, 4));
  expect_parity_of(TilesModel(3, 2));
}

TEST(Parity, PipelineShortOfMemoryMergesInBetween) {
  const auto model =
      model_of<std::uint32_t>(Question::for_all_tours(Board::parse("4x5"), Goal::kOpen));
  CpuDevice<PathModel<std::uint32_t>> reference(model, {});
  const auto expected = run_all_levels(reference);
  std::uint64_t largest = 0;
  for (const LevelStatistics& row : expected.statistics.levels)
    largest = std::max(largest, row.frontier);
  for (const std::uint64_t percent : {135U, 160U, 250U}) {
    const std::vector<PipelineCase> cases{
        pipeline_case(std::to_string(percent) + "% of the largest level", true, 0, 500,
                      largest * percent / 100 *
                          LevelBuffers<std::uint32_t, Multiplicity, HostBackend>::kBytesPerSlot)};
    run_on_pipeline(model, cases, [&](const std::string& name, const auto& run, auto&) {
      SCOPED_TRACE(name);
      expect_same_levels(expected.statistics, run.statistics);
    });
  }
}

TEST(Parity, PipelineThatCannotHoldALevelSaysWhich) {
  const auto model =
      model_of<std::uint32_t>(Question::for_all_tours(Board::parse("4x5"), Goal::kOpen));
  HostBackend backend;
  PipelineOptions options;
  options.small_children = 0;
  options.memory_bytes = 100'000;
  LevelPipeline<PathModel<std::uint32_t>, HostBackend> device(model, backend, options);
  EngineRun<std::uint32_t> run(true);
  try {
    run_levels(device, {}, run, [](const LevelStatistics&) {});
    FAIL() << "a level of 100,000 bytes was exceeded without a word";
  } catch (const SpaceError& error) {
    EXPECT_NE(std::string(error.what()).find("--memory"), std::string::npos) << error.what();
    EXPECT_FALSE(run.statistics.complete);
    EXPECT_FALSE(run.statistics.levels.empty());
  }
}

TEST(Parity, PipelineAllocatesNothingOnceItsBuffersHaveGrown) {
  const auto model =
      model_of<std::uint32_t>(Question::for_all_tours(Board::parse("4x5"), Goal::kOpen));
  HostBackend backend;
  LevelPipeline<PathModel<std::uint32_t>, HostBackend> device(model, backend, {});
  device.seed();
  std::uint64_t grown = 0;
  for (int level = 0; level < model.last_level(); ++level) {
    const std::uint64_t before = backend.allocations();
    const LevelStatistics row = device.advance(level);
    if (row.generated * 2 < grown) {
      EXPECT_EQ(before, backend.allocations()) << "level " << level;
    }
    grown = std::max(grown, row.generated);
  }
}

}  // namespace
}  // namespace ktour
