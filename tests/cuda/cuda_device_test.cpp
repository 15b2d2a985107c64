// The CUDA device on a real GPU: the same levels, samples, states and tours as the CPU devices.
// Where there is no GPU every test is skipped, and says why.
#include "cuda_device.hpp"

#include <gtest/gtest.h>

#include "../expectations.hpp"
#include "cpu_device.hpp"
#include "cuda_models.hpp"
#include "errors.hpp"
#include "table_device.hpp"

namespace ktour {
namespace {

class CudaDeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string reason;
    if (list_cuda_devices(reason).empty()) GTEST_SKIP() << "no GPU: " << reason;
  }

  template <class D>
  static EngineRun<typename D::State> run_all(D& device) {
    EngineRun<typename D::State> run(true);
    run_levels(device, {true, ~std::uint64_t{0}, 3}, run, [](const LevelStatistics&) {});
    return run;
  }

  template <class Word>
  static void expect_parity(const Question& question, const PipelineOptions& options) {
    SCOPED_TRACE(question.board.name() + ", " + name_of(question.goal) + ", prune " +
                 question.rules.names());
    const PathModel<Word> model = model_of<Word>(question);
    CpuOptions cpu_options;
    cpu_options.threads = 4;
    CpuDevice<PathModel<Word>> cpu(model, cpu_options);
    const auto expected = run_all(cpu);
    CudaDevice<PathModel<Word>> cuda(model, 0, options);
    const auto actual = run_all(cuda);
    expect_same_levels(expected.statistics, actual.statistics);
    expect_same_samples(expected, actual);
    expect_same_archives(expected.archive, actual.archive, question.board.squares());
    expect_same_tours(cpu, expected.archive, cuda, actual.archive);
  }

  template <class A, class B>
  static void expect_same_tours(A& a, const LevelArchive<typename A::State>& a_archive, B& b,
                                const LevelArchive<typename A::State>& b_archive) {
    std::vector<std::vector<std::uint8_t>> expected;
    std::vector<std::vector<std::uint8_t>> actual;
    unfold(a, a_archive, 4096, [&](std::span<const std::uint8_t> tour) {
      expected.emplace_back(tour.begin(), tour.end());
      return true;
    });
    unfold(b, b_archive, 4096, [&](std::span<const std::uint8_t> tour) {
      actual.emplace_back(tour.begin(), tour.end());
      return true;
    });
    EXPECT_EQ(expected, actual);
  }
};

Question all_open(const char* board, const char* rules = "none") {
  return Question::for_all_tours(Board::parse(board), Goal::kOpen, PruneRules::parse(rules));
}

TEST_F(CudaDeviceTest, SmallBoardsWithGraphs) {
  for (const char* board : {"1x1", "1x5", "3x3", "3x4", "4x5", "5x5"})
    expect_parity<std::uint32_t>(all_open(board), {});
}

TEST_F(CudaDeviceTest, StepByStep) {
  PipelineOptions options;
  options.graphs = false;
  for (const char* board : {"3x4", "4x5", "5x5"})
    expect_parity<std::uint32_t>(all_open(board), options);
}

TEST_F(CudaDeviceTest, LargeLevelsInBatches) {
  for (const std::uint64_t batch : {std::uint64_t{1000}, std::uint64_t{1} << 20}) {
    PipelineOptions options;
    options.small_children = 0;
    options.batch_states = batch;
    expect_parity<std::uint32_t>(all_open("4x5"), options);
  }
}

TEST_F(CudaDeviceTest, ShortOfMemory) {
  PipelineOptions options;
  options.small_children = 0;
  options.memory_bytes = std::uint64_t{60}
                         << 20;  // 5x5 needs 34 MB for its largest level's children
  options.batch_states = 100'000;
  expect_parity<std::uint32_t>(all_open("5x5"), options);
}

TEST_F(CudaDeviceTest, EveryWord) {
  expect_parity<std::uint64_t>(all_open("4x5"), {});
  expect_parity<Uint128>(all_open("4x5"), {});
}

TEST_F(CudaDeviceTest, ClosedToursAndPruning) {
  expect_parity<std::uint64_t>(
      Question::for_all_tours(Board::parse("5x6"), Goal::kClosed, PruneRules::parse("all")), {});
  for (const char* rules : {"colour", "isolated", "ends", "connected", "all"})
    expect_parity<std::uint32_t>(all_open("5x5", rules), {});
}

template <class Word>
void expect_profile_parity(const Strip& strip, ProfileCount count, const PipelineOptions& options) {
  SCOPED_TRACE(std::to_string(strip.rows) + "x" + std::to_string(strip.columns) + ", count " +
               std::to_string(static_cast<int>(count)));
  const ProfileModel<Word> model(strip, count);
  EngineRun<Word> expected(false);
  EngineRun<Word> actual(false);
  const EngineOptions engine{false, ~std::uint64_t{0}, 3};
  TableDevice<ProfileModel<Word>> cpu(model, {});
  run_levels(cpu, engine, expected, [](const LevelStatistics&) {});
  CudaDevice<CudaProfileModel<Word>> cuda(CudaProfileModel<Word>(strip, count), 0, options);
  run_levels(cuda, engine, actual, [](const LevelStatistics&) {});
  expect_same_levels(expected.statistics, actual.statistics);
  expect_same_samples(expected, actual);
  EXPECT_EQ(cpu.limbs(), cuda.limbs());
}

TEST_F(CudaDeviceTest, ProfileModel) {
  for (const ProfileCount count : {ProfileCount::kOpen, ProfileCount::kClosed}) {
    expect_profile_parity<Uint128>(Strip::rectangle(5, 6), count, {});
    expect_profile_parity<Uint128>(Strip::rectangle(6, 6), count, {});
    expect_profile_parity<std::uint64_t>(Strip::rectangle(4, 12), count, {});
  }
  const Board holes(4, 6, bit(3) | bit(13));
  expect_profile_parity<Uint128>(Strip::of(holes, holes.present()), ProfileCount::kOpen, {});
  expect_profile_parity<Uint128>(Strip::of(Board(5, 6), bit(0) | bit(9)),
                                 ProfileCount::kOpenFromStarts, {});
}

TEST_F(CudaDeviceTest, ProfileModelInBatches) {
  PipelineOptions options;
  options.graphs = false;
  options.small_children = 0;
  options.batch_states = 1000;
  expect_profile_parity<Uint128>(Strip::rectangle(6, 6), ProfileCount::kOpen, options);
  expect_profile_parity<std::uint64_t>(Strip::rectangle(4, 12), ProfileCount::kOpen, options);
}

TEST_F(CudaDeviceTest, ProfileModelPast64Bits) {
  expect_profile_parity<std::uint64_t>(Strip::rectangle(3, 50), ProfileCount::kClosed, {});
  expect_profile_parity<Uint128>(Strip::rectangle(5, 26), ProfileCount::kClosed, {});
}

TEST_F(CudaDeviceTest, ProfileModelStreamedFromHostMemory) {
  PipelineOptions options;
  options.small_children = 0;
  options.batch_states = 1000;
  options.memory_bytes = 500'000;  // 6x6 has 39,406 states at most, of 24 bytes, thrice
  expect_profile_parity<Uint128>(Strip::rectangle(6, 6), ProfileCount::kOpen, options);
}

EngineRun<QueensModel::State> run_queens(auto& device, int depth_first_level) {
  EngineRun<QueensModel::State> run(false);
  EngineOptions engine{false, ~std::uint64_t{0}, 3};
  engine.depth_first_level = depth_first_level;
  run_levels(device, engine, run, [](const LevelStatistics&) {});
  return run;
}

TEST_F(CudaDeviceTest, Queens) {
  PipelineOptions in_batches;
  in_batches.graphs = false;
  in_batches.small_children = 0;
  in_batches.batch_states = 1000;
  PipelineOptions streamed = in_batches;
  streamed.memory_bytes = 1'000'000;
  for (const QueensRules& rules : {QueensRules{}, QueensRules::none()}) {
    const QueensModel model(11, rules);
    for (const int depth_first_level : {-1, 0, 5, 10}) {
      TableDevice<QueensModel> cpu(model, {});
      const auto expected = run_queens(cpu, depth_first_level);
      for (const PipelineOptions& options : {PipelineOptions{}, in_batches, streamed}) {
        CudaDevice<QueensModel> cuda(model, 0, options);
        const auto actual = run_queens(cuda, depth_first_level);
        expect_same_levels(expected.statistics, actual.statistics);
        expect_same_samples(expected, actual);
        ASSERT_EQ(expected.statistics.depth_first.has_value(),
                  actual.statistics.depth_first.has_value());
        if (depth_first_level >= 0) {
          EXPECT_EQ(expected.statistics.depth_first->states, actual.statistics.depth_first->states);
          EXPECT_EQ(expected.statistics.depth_first->visited,
                    actual.statistics.depth_first->visited);
        }
      }
    }
  }
}

TEST_F(CudaDeviceTest, TilesWhoseMovesGoBack) {
  PipelineOptions in_batches;
  in_batches.batch_states = 1000;
  PipelineOptions streamed = in_batches;
  streamed.memory_bytes = 1'000'000;
  for (const auto& [rows, columns] : std::vector<std::pair<int, int>>{{1, 4}, {2, 4}, {3, 3}}) {
    const TilesModel model(rows, columns);
    TableDevice<TilesModel> cpu(model, {});
    const auto expected = run_all(cpu);
    for (const PipelineOptions& options : {PipelineOptions{}, in_batches, streamed}) {
      CudaDevice<TilesModel> cuda(model, 0, options);
      const auto actual = run_all(cuda);
      expect_same_levels(expected.statistics, actual.statistics);
      expect_same_samples(expected, actual);
    }
  }
}

TEST_F(CudaDeviceTest, ProfileFrontiersComeAndGo) {
  const CudaProfileModel<Uint128> model(Strip::rectangle(5, 6), ProfileCount::kOpen);
  CudaDevice<CudaProfileModel<Uint128>> first(model, 0, {});
  first.seed();
  for (int level = 0; level < 12; ++level) first.advance(level);
  CudaDevice<CudaProfileModel<Uint128>> second(model, 0, {});
  {
    std::vector<WideShard<Uint128>> shards;
    for (const auto& shard : first.frontier()) {
      shards.emplace_back(shard.length(), 1);
      std::copy_n(shard.words.data(), shard.length(), shards.back().words.data());
      std::copy_n(shard.limbs.data(), shard.length(), shards.back().limbs.data());
    }
    second.resume(std::move(shards), first.limbs());
  }
  EngineRun<Uint128> run(false);
  EngineOptions engine{false, ~std::uint64_t{0}, 0};
  engine.first_level = 12;
  run_levels(second, engine, run, [](const LevelStatistics&) {});
  EXPECT_EQ(run.statistics.tours, Count(18784));  // OEIS A083386, undirected
}

}  // namespace
}  // namespace ktour
