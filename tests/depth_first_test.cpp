// Finishing a search depth first: from every level and on every device the tours are those that the
// levels count, the states visited are the levels' paths, and a run that must end early does.
#include "depth_first.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "devices.hpp"
#include "expectations.hpp"
#include "path_model.hpp"
#include "profile_model.hpp"
#include "queens_model.hpp"
#include "question.hpp"

namespace ktour {
namespace {

EngineOptions depth_first_from(int level) {
  EngineOptions options{false, ~std::uint64_t{0}, 0};
  options.depth_first_level = level;
  return options;
}

template <class D>
RunStatistics run_with(D& device, const EngineOptions& options) {
  EngineRun<typename D::State> run(false);
  run_levels(device, options, run, [](const LevelStatistics&) {});
  return std::move(run.statistics);
}

template <class M>
RunStatistics levels_of(const M& model) {
  typename DevicesOf<M>::Cpu device(model, {});
  return run_all_levels(device).statistics;
}

PipelineOptions small_pipeline(std::uint64_t memory_bytes = ~std::uint64_t{0}) {
  return pipeline_case("", false, 0, 100, memory_bytes).options;
}

// The walk

template <class M>
void expect_walk_like_levels(const M& model) {
  const RunStatistics levels = levels_of(model);
  std::vector<Count> tours(static_cast<std::size_t>(model.inboxes()));
  WalkTally tally;
  // Every other word belongs to somebody else.
  constexpr typename M::State kAnother = 12345;
  std::vector<typename M::State> stack(2 * stack_words(model, 0) + 2, kAnother);
  for (const auto root : model.roots()) {
    DepthFirstWalk<M> walk(stack.data(), 2);
    EXPECT_TRUE(walk.is_done());
    for (walk.begin(root, 0); !walk.is_done();) {
      DepthFirstWalk<M> copy = walk;
      copy.step(model, tally, [&](auto complete) {
        tours[static_cast<std::size_t>(model.inbox(complete))] += 1;
      });
      walk = copy;
    }
  }
  for (std::size_t word = 1; word < stack.size(); word += 2) EXPECT_EQ(stack[word], kAnother);
  EXPECT_EQ(stack[stack.size() - 2], kAnother);
  Count paths;
  for (std::size_t level = 1; level < levels.levels.size(); ++level)
    paths += levels.levels[level].paths;
  EXPECT_EQ(Count(tally.visited), paths);
  EXPECT_EQ(tally.unheld, 0U);
  EXPECT_EQ(tours, levels.tours_by_inbox);
}

TEST(DepthFirst, AWalkVisitsThePathsOfTheLevels) {
  for (const int queens : {1, 2, 3, 7})
    for (const QueensRules& rules : {QueensRules{}, QueensRules::none()})
      expect_walk_like_levels(QueensModel(queens, rules));
  for (const char* prune : {"none", "all"})
    expect_walk_like_levels(model_of<std::uint32_t>(
        Question::for_all_tours(Board::parse("3x4"), Goal::kOpen, PruneRules::parse(prune))));
  expect_walk_like_levels(
      model_of<std::uint64_t>(Question::for_all_tours(Board::parse("4x4"), Goal::kClosed)));
  expect_walk_like_levels(ProfileModel<std::uint64_t>(Strip::rectangle(3, 8), ProfileCount::kOpen));
}

// Devices

void expect_same_end(const RunStatistics& levels, int level, std::uint64_t visited,
                     const RunStatistics& actual) {
  EXPECT_TRUE(actual.complete);
  EXPECT_EQ(actual.tours_by_inbox, levels.tours_by_inbox);
  EXPECT_EQ(actual.tours, levels.tours);
  ASSERT_TRUE(actual.depth_first.has_value());
  EXPECT_EQ(actual.depth_first->level, level);
  EXPECT_EQ(actual.depth_first->states, levels.levels[static_cast<std::size_t>(level)].frontier);
  EXPECT_EQ(actual.depth_first->bytes, levels.levels[static_cast<std::size_t>(level)].bytes);
  EXPECT_EQ(actual.depth_first->visited, visited);
  RunStatistics above = levels;
  above.levels.resize(static_cast<std::size_t>(level));
  expect_same_levels(above, actual);
}

template <class M>
void expect_same_end_everywhere(const M& model, int level) {
  SCOPED_TRACE("from level " + std::to_string(level));
  const RunStatistics levels = levels_of(model);
  std::uint64_t visited = 0;
  for (const int threads : {1, 2, 5}) {
    TableOptions options;
    options.threads = threads;
    std::atomic<std::uint64_t> expanded{0};
    options.expanded = &expanded;
    TableDevice<M> device(model, options);
    const RunStatistics actual = run_with(device, depth_first_from(level));
    if (threads == 1) visited = actual.depth_first.value().visited;
    expect_same_end(levels, level, visited, actual);
    const LevelStatistics& frontier = levels.levels[static_cast<std::size_t>(level)];
    EXPECT_EQ(expanded, frontier.explored);
  }
  for (const std::uint64_t memory_bytes : {~std::uint64_t{0}, std::uint64_t{20'000}}) {
    PipelineOptions options = small_pipeline(memory_bytes);
    std::atomic<std::uint64_t> expanded{0};
    options.expanded = &expanded;
    HostBackend backend;
    ScatteredLevels<M, HostBackend> device(model, backend, options);
    expect_same_end(levels, level, visited, run_with(device, depth_first_from(level)));
    const LevelStatistics& frontier = levels.levels[static_cast<std::size_t>(level)];
    EXPECT_EQ(expanded, frontier.explored);
  }
}

TEST(DepthFirst, FromEveryLevelOnEveryDevice) {
  for (int level = 0; level < 7; ++level) expect_same_end_everywhere(QueensModel(7), level);
  for (const int level : {1, 4})
    expect_same_end_everywhere(QueensModel(7, QueensRules::none()), level);
  expect_same_end_everywhere(QueensModel(1), 0);
  expect_same_end_everywhere(QueensModel(3), 2);  // no state of level 2 is left
}

// One walk and one state at a time, a few, and all.
TEST(DepthFirst, OnADeviceWithLittleMemory) {
  const QueensModel model(7, QueensRules::none());
  constexpr int kLevel = 3;
  TableDevice<QueensModel> cpu(model, {});
  cpu.seed();
  for (int level = 0; level < kLevel; ++level) cpu.advance(level);
  const std::uint64_t states = cpu.states();
  std::vector<WideShard<std::uint64_t>> frontier = cpu.take_frontier();
  EXPECT_GT(states, 50U);
  std::uint64_t visited = 0;
  for (const std::uint64_t memory_bytes :
       {std::uint64_t{1}, std::uint64_t{1'000}, std::uint64_t{3'000}, ~std::uint64_t{0}}) {
    SCOPED_TRACE(memory_bytes);
    PipelineOptions options;
    options.memory_bytes = memory_bytes;
    HostBackend backend;
    const DepthFirstFinish finish =
        DepthFirstLevels<QueensModel, Multiplicity, HostBackend>(model, backend, options)
            .finish(frontier, kLevel);
    if (visited == 0) visited = finish.statistics.visited;
    EXPECT_EQ(finish.statistics.visited, visited);
    EXPECT_EQ(finish.tours_by_inbox, levels_of(model).tours_by_inbox);
  }
}

// No device knows which puzzle it is.
TEST(DepthFirst, Profiles) {
  const ProfileModel<std::uint64_t> model(Strip::rectangle(3, 8), ProfileCount::kOpen);
  for (const int level : {0, 9, 23}) expect_same_end_everywhere(model, level);
}

// A frontier of states as heavy as these, one after the other.
void expect_heavy_tours(const std::vector<Uint128>& multiplicities, int limbs) {
  const QueensModel model(7, QueensRules::none());
  constexpr int kLevel = 2;
  const auto frontier = [&] {
    TableDevice<QueensModel> cpu(model, {});
    cpu.seed();
    for (int level = 0; level < kLevel; ++level) cpu.advance(level);
    std::vector<WideShard<std::uint64_t>> shards = cpu.take_frontier();
    std::size_t next = 0;
    for (auto& shard : shards) {
      Buffer<std::uint64_t> wide(shard.length() * static_cast<unsigned>(limbs));
      for (std::uint64_t index = 0; index < shard.length(); ++index)
        for (int limb = 0; limb < limbs; ++limb)
          wide[index * static_cast<unsigned>(limbs) + static_cast<unsigned>(limb)] =
              static_cast<std::uint64_t>(multiplicities[(next + index) % multiplicities.size()] >>
                                         (64 * limb));
      next += shard.length();
      shard.limbs = std::move(wide);
    }
    return shards;
  };
  // What the merged levels count, whose multiplicities widen on the way.
  EngineOptions by_levels{false, ~std::uint64_t{0}, 0};
  by_levels.first_level = kLevel;
  TableDevice<QueensModel> reference(model, {});
  reference.resume(frontier(), limbs);
  const RunStatistics expected = run_with(reference, by_levels);
  EXPECT_GT(expected.tours, Count(~std::uint64_t{0}));

  EngineOptions depth_first = depth_first_from(kLevel);
  depth_first.first_level = kLevel;
  TableDevice<QueensModel> cpu(model, {});
  cpu.resume(frontier(), limbs);
  EXPECT_EQ(run_with(cpu, depth_first).tours_by_inbox, expected.tours_by_inbox);
  HostBackend backend;
  ScatteredLevels<QueensModel, HostBackend> pipeline(model, backend, small_pipeline());
  pipeline.resume(frontier(), limbs);
  EXPECT_EQ(run_with(pipeline, depth_first).tours_by_inbox, expected.tours_by_inbox);
}

TEST(DepthFirst, MultiplicitiesOfAnyWidth) {
  expect_heavy_tours({~std::uint64_t{0} - 1, 3, Uint128{1} << 63}, 1);
  expect_heavy_tours({Uint128{7} << 100, ~Uint128{0} >> 1, 5}, 2);
}

// Levels that do not fit

TEST(DepthFirst, WhereTheNextLevelDoesNotFit) {
  const QueensModel model(8, QueensRules::none());
  const RunStatistics levels = levels_of(model);
  EngineOptions options{false, ~std::uint64_t{0}, 0};
  const auto expect_begun = [&](auto& device) {
    int begun = -1;
    options.depth_first_where_full = true;
    options.on_depth_first = [&](int level, std::uint64_t states, const std::string& reason) {
      begun = level;
      EXPECT_EQ(states, levels.levels[static_cast<std::size_t>(level)].frontier);
      EXPECT_NE(reason.find("level " + std::to_string(level + 1) + " does not fit"),
                std::string::npos)
          << reason;
    };
    const RunStatistics actual = run_with(device, options);
    EXPECT_GT(begun, 0);
    EXPECT_LT(begun, 6);
    EXPECT_EQ(actual.levels.size(), static_cast<std::size_t>(begun));
    EXPECT_EQ(actual.tours, levels.tours);
  };
  TableOptions table;
  table.memory_bytes = 20'000;
  TableDevice<QueensModel> cpu(model, table);
  EXPECT_THROW(run_with(cpu, options), SpaceError);
  expect_begun(cpu);

  PipelineOptions pipeline = small_pipeline(20'000);
  pipeline.host_bytes = 10'000;
  HostBackend backend;
  ScatteredLevels<QueensModel, HostBackend> device(model, backend, pipeline);
  options.depth_first_where_full = false;
  EXPECT_THROW(run_with(device, options), SpaceError);
  expect_begun(device);
}

// Runs that end early

template <class D>
void expect_interrupted(D& device, std::atomic<bool>& stop) {
  EngineOptions options = depth_first_from(1);
  options.on_depth_first = [&](int, std::uint64_t, const std::string&) { stop = true; };
  EngineRun<typename D::State> run(false);
  EXPECT_THROW(run_levels(device, options, run, [](const LevelStatistics&) {}), Interrupted);
  EXPECT_FALSE(run.statistics.complete);
  EXPECT_FALSE(run.statistics.depth_first.has_value());
  EXPECT_EQ(run.statistics.levels.size(), 1U);
}

// What is below one state of 21 queens would take years.
TEST(DepthFirst, Interruptions) {
  const QueensModel model(21);
  std::atomic<bool> stop{false};
  TableOptions table;
  table.threads = 2;
  table.stop = &stop;
  TableDevice<QueensModel> cpu(model, table);
  expect_interrupted(cpu, stop);
  stop = false;
  PipelineOptions pipeline = small_pipeline();
  pipeline.stop = &stop;
  HostBackend backend;
  ScatteredLevels<QueensModel, HostBackend> device(model, backend, pipeline);
  expect_interrupted(device, stop);
}

// Says of some children of level 4 that its word cannot hold them.
class Narrow : public QueensModel {
 public:
  using QueensModel::QueensModel;

  template <class Emit>
  KTOUR_HD void expand(State state, int level, Emit&& emit) const {
    QueensModel::expand(state, level, [&](State child) {
      emit(level == 3 && child % 5 == 0 ? kNoState<Narrow> : child);
    });
  }
};

TEST(DepthFirst, AStateThatItsWordCannotHoldEndsTheRun) {
  const Narrow model(7);
  TableDevice<Narrow> cpu(model, {});
  EXPECT_THROW(run_with(cpu, depth_first_from(2)), SpaceError);
  HostBackend backend;
  ScatteredLevels<Narrow, HostBackend> device(model, backend, small_pipeline());
  EXPECT_THROW(run_with(device, depth_first_from(2)), SpaceError);
}

}  // namespace
}  // namespace ktour
