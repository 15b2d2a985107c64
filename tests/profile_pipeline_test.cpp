// The CUDA device of the profile model, on the host backend: level for level the same as on CPU
// threads, with multiplicities that outgrow 64 bits on the way, in memory and streamed, and an end
// where a word is too small.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "emulation/host_backend.hpp"
#include "engine.hpp"
#include "expectations.hpp"
#include "profile_model.hpp"
#include "scattered_levels.hpp"
#include "table_device.hpp"

namespace ktour {
namespace {

template <class D>
EngineRun<typename D::State> run_profile_levels(D& device, int first_level = 0) {
  EngineRun<typename D::State> run(false);
  EngineOptions options{false, ~std::uint64_t{0}, 3};
  options.first_level = first_level;
  run_levels(device, options, run, [](const LevelStatistics&) {});
  return run;
}

template <class M>
EngineRun<typename M::State> run_on_cpu(const M& model) {
  TableDevice<M> cpu(model, {});
  return run_profile_levels(cpu);
}

PipelineOptions pipeline_options(bool graphs, std::uint64_t small_children,
                                 std::uint64_t batch_states,
                                 std::uint64_t memory_bytes = ~std::uint64_t{0}) {
  PipelineOptions options;
  options.graphs = graphs;
  options.small_children = small_children;
  options.batch_states = batch_states;
  options.memory_bytes = memory_bytes;
  return options;
}

constexpr std::uint64_t kMany = std::uint64_t{1} << 20;

template <class Word>
void expect_parity(const Strip& strip, ProfileCount count,
                   const std::vector<PipelineOptions>& cases) {
  SCOPED_TRACE(std::to_string(strip.rows) + "x" + std::to_string(strip.columns) + ", count " +
               std::to_string(static_cast<int>(count)) + ", word " +
               std::to_string(8 * sizeof(Word)));
  // Mates are kept as they are on a GPU.
  using OnGpu = ProfileModel<Word, MatePlanes>;
  const auto expected = run_on_cpu(ProfileModel<Word>(strip, count));
  const OnGpu model(strip, count);
  for (std::size_t index = 0; index < cases.size(); ++index) {
    SCOPED_TRACE("case " + std::to_string(index));
    HostBackend backend;
    ScatteredLevels<OnGpu, HostBackend> device(model, backend, cases[index]);
    const auto actual = run_profile_levels(device);
    expect_same_levels(expected.statistics, actual.statistics);
    expect_same_samples(expected, actual);
  }
}

const std::vector<PipelineOptions> kInMemory = {pipeline_options(true, kMany, kMany),
                                                pipeline_options(false, 2048, kMany),
                                                pipeline_options(false, 0, 100)};

TEST(ProfilePipeline, SameLevelsAsOnCpuThreads) {
  for (const ProfileCount count : {ProfileCount::kOpen, ProfileCount::kClosed}) {
    expect_parity<Uint128>(Strip::rectangle(4, 5), count, kInMemory);
    expect_parity<Uint128>(Strip::rectangle(5, 6), count, {kInMemory[0]});
    expect_parity<std::uint64_t>(Strip::rectangle(3, 8), count, kInMemory);
    expect_parity<std::uint64_t>(Strip::rectangle(4, 7), count, {kInMemory[1]});
  }
}

TEST(ProfilePipeline, MissingSquaresAndStarts) {
  const Board holes(4, 6, bit(3) | bit(13));
  expect_parity<Uint128>(Strip::of(holes, holes.present()), ProfileCount::kOpen, kInMemory);
  const Board board(4, 5);
  expect_parity<std::uint64_t>(Strip::of(board, bit(0) | bit(9)), ProfileCount::kOpenFromStarts,
                               kInMemory);
  // No tour: the first level is empty, or the last.
  expect_parity<Uint128>(Strip::rectangle(5, 5), ProfileCount::kClosed, kInMemory);
  expect_parity<std::uint64_t>(Strip::rectangle(4, 4), ProfileCount::kOpen, kInMemory);
}

// A budget of so many slots of children beside the batch's arrays; fewer than 256 are refused.
PipelineOptions short_of_memory(std::uint64_t memory_bytes) {
  return pipeline_options(false, 0, 100, memory_bytes);
}

TEST(ProfilePipeline, LevelsThatDoNotFitAreStreamed) {
  const ProfileModel<Uint128> model(Strip::rectangle(4, 8), ProfileCount::kOpen);
  const auto expected = run_on_cpu(model);
  for (const std::uint64_t memory_bytes : {20'000U, 25'000U, 40'000U}) {
    SCOPED_TRACE(memory_bytes);
    HostBackend backend;
    ScatteredLevels<ProfileModel<Uint128>, HostBackend> device(model, backend,
                                                               short_of_memory(memory_bytes));
    std::vector<bool> streamed;
    EngineRun<Uint128> run(false);
    run_levels(device, {false, ~std::uint64_t{0}, 3}, run,
               [&](const LevelStatistics&) { streamed.push_back(device.streams()); });
    expect_same_levels(expected.statistics, run.statistics);
    expect_same_samples(expected, run);
    EXPECT_FALSE(streamed.front());
    EXPECT_TRUE(std::ranges::find(streamed, true) != streamed.end());
    EXPECT_FALSE(streamed.back());
  }
}

// From the first level to the last.
template <class M, class Amount>
class AlwaysStreamed : public StreamedLevels<M, HostBackend, Amount> {
 public:
  using StreamedLevels<M, HostBackend, Amount>::StreamedLevels;

  void seed() {
    const int limbs = sizeof(Amount) / 8;
    std::vector<WideShard<typename M::State>> shards;
    for (const auto root : this->model().roots()) {
      shards.emplace_back(1, limbs);
      shards.back().words[0] = root;
      std::fill_n(shards.back().limbs.data(), limbs, 0);
      shards.back().limbs[0] = 1;
    }
    this->resume(std::move(shards));
  }
  void reserve(std::uint64_t) {}
};

// All states in one inbox, so that runs are merged in pieces of it.
class OneInbox : public ProfileModel<Uint128> {
 public:
  using ProfileModel<Uint128>::ProfileModel;

  KTOUR_HD int inboxes() const { return 1; }
  KTOUR_HD int inbox(State) const { return 0; }
};

template <class M, class Amount>
void expect_streamed_parity(const Strip& strip, ProfileCount count, std::uint64_t memory_bytes) {
  const M model(strip, count);
  HostBackend backend;
  AlwaysStreamed<M, Amount> device(model, backend, short_of_memory(memory_bytes));
  const auto expected = run_on_cpu(model);
  const auto actual = run_profile_levels(device);
  expect_same_levels(without_bytes(expected.statistics), without_bytes(actual.statistics));
  expect_same_samples(expected, actual);
}

TEST(ProfilePipeline, StreamedFromTheFirstLevelToTheLast) {
  using Large = ProfileModel<Uint128>;
  using Small = ProfileModel<std::uint64_t>;
  const Strip strip = Strip::rectangle(4, 8);
  expect_streamed_parity<Large, Multiplicity>(strip, ProfileCount::kOpen, 25'000);
  expect_streamed_parity<OneInbox, Multiplicity>(strip, ProfileCount::kOpen, 20'000);
  expect_streamed_parity<Large, Uint128>(Strip::rectangle(5, 6), ProfileCount::kOpen, 60'000);
  expect_streamed_parity<Small, Multiplicity>(strip, ProfileCount::kClosed, 20'000);
  expect_streamed_parity<Small, Uint128>(Strip::of(Board(4, 6), bit(2)),
                                         ProfileCount::kOpenFromStarts, 25'000);
}

// 3x48 has 40 states at most, and more than 2^64 partial tours from level 131 on.
TEST(ProfilePipeline, WidensWhereAMultiplicityLeaves64Bits) {
  const Strip strip = Strip::rectangle(3, 50);
  expect_parity<std::uint64_t>(
      strip, ProfileCount::kClosed,
      {pipeline_options(true, kMany, kMany), pipeline_options(false, 0, kMany)});
  const ProfileModel<std::uint64_t> model(strip, ProfileCount::kClosed);
  HostBackend backend;
  ScatteredLevels<ProfileModel<std::uint64_t>, HostBackend> device(model, backend, {});
  EXPECT_EQ(run_profile_levels(device).statistics.levels.size(), 151U);
  EXPECT_EQ(device.limbs(), 2);
}

// Frontier at `level`, every multiplicity shifted.
template <class M>
std::vector<WideShard<typename M::State>> heavy_frontier(const M& model, int level, int shift) {
  TableDevice<M> cpu(model, {});
  cpu.seed();
  for (int done = 0; done < level; ++done) cpu.advance(done);
  std::vector<WideShard<typename M::State>> shards;
  for (const auto& from : cpu.frontier()) {
    shards.emplace_back(from.length(), 1);
    std::copy_n(from.words.data(), from.length(), shards.back().words.data());
    for (std::uint64_t index = 0; index < from.length(); ++index) {
      EXPECT_EQ(from.limbs[index] >> (64 - shift), 0U);
      shards.back().limbs[index] = from.limbs[index] << shift;
    }
  }
  return shards;
}

// The levels from 10 on, where multiplicities soon leave 64 bits, and short of memory.
TEST(ProfilePipeline, WidensWhileStreaming) {
  using M = ProfileModel<Uint128>;
  const M model(Strip::rectangle(4, 8), ProfileCount::kOpen);
  const auto run_from_10 = [&](auto& device) {
    device.resume(heavy_frontier(model, 10, 56), 1);
    EngineRun<Uint128> run(false);
    EngineOptions options{false, ~std::uint64_t{0}, 3};
    options.first_level = 10;
    run_levels(device, options, run, [](const LevelStatistics&) {});
    EXPECT_EQ(device.limbs(), 2);
    return run;
  };
  TableDevice<M> cpu(model, {});
  const auto expected = run_from_10(cpu);
  EXPECT_EQ(expected.statistics.tours, Count(Uint128{31'088} << 56));  // OEIS A079137, 4x8
  for (const std::uint64_t memory_bytes : {40'000U, 80'000U, 400'000U}) {
    HostBackend backend;
    ScatteredLevels<M, HostBackend> device(model, backend, short_of_memory(memory_bytes));
    const auto actual = run_from_10(device);
    expect_same_levels(expected.statistics, actual.statistics);
    expect_same_samples(expected, actual);
  }
}

TEST(ProfilePipeline, Past128BitsTheRunEndsAndKeepsItsFrontier) {
  const ProfileModel<std::uint64_t> model(Strip::rectangle(3, 90), ProfileCount::kClosed);
  HostBackend backend;
  ScatteredLevels<ProfileModel<std::uint64_t>, HostBackend> device(model, backend, {});
  device.seed();
  int level = 0;
  try {
    for (; level < model.last_level(); ++level) device.advance(level);
    FAIL() << "no multiplicity has left 128 bits";
  } catch (const SpaceError& error) {
    EXPECT_NE(std::string(error.what()).find("exceeds 128 bits; use --device cpu"),
              std::string::npos)
        << error.what();
  }
  // What is left goes on elsewhere.
  TableDevice<ProfileModel<std::uint64_t>> cpu(model, {});
  std::vector<WideShard<std::uint64_t>> shards;
  for (const auto& shard : device.frontier()) {
    shards.emplace_back(shard.length(), 2);
    std::copy_n(shard.words.data(), shard.length(), shards.back().words.data());
    std::copy_n(shard.limbs.data(), 2 * shard.length(), shards.back().limbs.data());
  }
  cpu.resume(std::move(shards), device.limbs());
  EXPECT_EQ(run_profile_levels(cpu, level).statistics.tours, run_on_cpu(model).statistics.tours);
  EXPECT_EQ(cpu.limbs(), 4);
  EXPECT_THROW(device.resume({}, 4), SpaceError);
}

// Says of some children of level 8 that its word cannot hold them.
class Narrow : public ProfileModel<Uint128> {
 public:
  using ProfileModel<Uint128>::ProfileModel;

  template <class Emit>
  KTOUR_HD void expand(State state, int level, Emit&& emit) const {
    ProfileModel<Uint128>::expand(state, level, [&](State child) {
      emit(level == 7 && child % 5 == 0 ? kNoState<Narrow> : child);
    });
  }
};

// Runs until a level does not fit, twice, and says why.
template <class D>
std::string message_of_run(D& device) {
  device.seed();
  int level = 0;
  std::uint64_t states = 0;
  try {
    for (; level < device.model().last_level(); ++level) {
      states = device.states();
      device.advance(level);
    }
  } catch (const SpaceError& error) {
    EXPECT_EQ(device.states(), states);
    EXPECT_EQ(count_states(device.frontier()), states);
    EXPECT_THROW(device.advance(level), SpaceError);
    return error.what();
  }
  return "";
}

TEST(ProfilePipeline, AStateThatItsWordCannotHoldEndsTheRun) {
  const Narrow model(Strip::rectangle(5, 5), ProfileCount::kOpen);
  TableDevice<Narrow> cpu(model, {});
  const std::string expected = message_of_run(cpu);
  EXPECT_EQ(expected, "level 8: a state has more path fragments than a word of this model holds");
  std::vector<PipelineOptions> cases = kInMemory;
  cases.push_back(short_of_memory(30'000));
  for (const PipelineOptions& options : cases) {
    HostBackend backend;
    ScatteredLevels<Narrow, HostBackend> device(model, backend, options);
    EXPECT_EQ(message_of_run(device), expected);
  }
}

TEST(ProfilePipeline, HostMemoryHasALimitToo) {
  const ProfileModel<Uint128> model(Strip::rectangle(4, 8), ProfileCount::kOpen);
  PipelineOptions options = short_of_memory(25'000);
  options.host_bytes = 30'000;
  HostBackend backend;
  ScatteredLevels<ProfileModel<Uint128>, HostBackend> device(model, backend, options);
  EXPECT_NE(message_of_run(device).find("host memory"), std::string::npos);
}

}  // namespace
}  // namespace ktour
