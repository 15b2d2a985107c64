// Levels on disk are the levels in memory, whatever memory allows, and a run that ends on the way goes
// on from them.
#include "spill_device.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "expectations.hpp"
#include "profile_run.hpp"
#include "scratch.hpp"

namespace ktour {
namespace {

namespace fs = std::filesystem;

class Spill : public testing::Test {
 protected:
  ~Spill() override { fs::remove_all(directory_); }

  ProfileResult run(const ProfileQuestion& question, std::uint64_t memory, int threads = 2,
                    int stop_before = -1) const {
    std::atomic<bool> stop{false};
    RunOptions options;
    options.stop = &stop;
    options.threads = threads;
    options.memory_bytes = memory;
    options.on_level = [&](const LevelStatistics& row) { stop = row.depth + 1 == stop_before; };
    CheckpointOptions checkpoint;
    checkpoint.parameters = {{"board", question.strip.rows}};
    checkpoint.directory = directory_;
    checkpoint.interval_s = 1e9;
    checkpoint.spills = true;
    return run_profile_model(question, options, checkpoint);
  }

  std::uint64_t level_files() const {
    std::uint64_t count = 0;
    if (!fs::exists(directory_)) return 0;
    for (const auto& entry : fs::directory_iterator(directory_))
      count += entry.path().extension() == ".states" ? 1U : 0U;
    return count;
  }

  std::string directory_ = scratch_directory("spill");
};

constexpr std::uint64_t kAllMemory = ~std::uint64_t{0};

TEST_F(Spill, LevelsAreThoseInMemory) {
  const std::vector<ProfileQuestion> questions{
      {Strip::rectangle(5, 6), ProfileCount::kOpen, {}},
      {Strip::rectangle(6, 6), ProfileCount::kClosed, {}},
      {Strip::rectangle(4, 12), ProfileCount::kOpen, {}},  // 64-bit words
      {Strip::of(Board(5, 6), bit(0) | bit(7)), ProfileCount::kOpenFromStarts, {}},
      {Strip::of(Board(5, 6).without(bit(0) | bit(29)),
                 Board(5, 6).present() & ~(bit(0) | bit(29))),
       ProfileCount::kOpen,
       {}},
      // Without tours the frontier dies out.
      {Strip::rectangle(4, 5), ProfileCount::kClosed, ProfileRules::none()}};
  for (const ProfileQuestion& question : questions) {
    const ProfileResult expected = run(question, kAllMemory, 1);
    EXPECT_EQ(expected.spilled_level, -1);
    fs::remove_all(directory_);
    // The first goes to disk at once and fills the tables many times a level; the other later, if ever.
    for (const std::uint64_t memory : {1'000U, 60'000U})
      for (const int threads : {1, 3}) {
        const ProfileResult spilled = run(question, memory, threads);
        ASSERT_FALSE(spilled.failure) << spilled.failure->message;
        if (memory == 1'000U) {
          EXPECT_EQ(spilled.spilled_level, 0);
        }
        expect_same_levels(without_bytes(expected.statistics), without_bytes(spilled.statistics));
        EXPECT_EQ(level_files(), spilled.spilled_level < 0 ? 0U : 1U);
        fs::remove_all(directory_);
      }
  }
}

// OEIS A175855.
TEST_F(Spill, MultiplicitiesWiden) {
  const ProfileModel<Uint128> model(Strip::rectangle(5, 30), ProfileCount::kClosed);
  const SpillDirectory directory(directory_);
  SpillDevice<ProfileModel<Uint128>> device(model, {}, directory);
  EngineRun<Uint128> run(false);
  EngineOptions options;
  options.keep_levels = false;
  run_levels(device, options, run, [](const LevelStatistics&) {});
  EXPECT_EQ(device.limbs(), 2);
  EXPECT_EQ(to_decimal(run.statistics.tours), "202407848349722353779265745190616");
}

TEST_F(Spill, ManyRunsAreMergedAFewAtATime) {
  const ProfileModel<Uint128> model(Strip::rectangle(5, 7), ProfileCount::kOpen);
  const SpillDirectory directory(directory_);
  TableOptions options;
  options.memory_bytes = 1'000;
  options.most_runs = 2;
  SpillDevice<ProfileModel<Uint128>> device(model, options, directory);
  EngineRun<Uint128> run(false);
  EngineOptions engine;
  engine.keep_levels = false;
  run_levels(device, engine, run, [](const LevelStatistics&) {});
  EXPECT_EQ(run.statistics.tours, Count(622868));  // OEIS A083386, undirected
}

// The children of every state have the highest words, and crowd at a table's end.
struct Crowd {
  using State = std::uint64_t;
  int state_bits() const { return 63; }
  int inboxes() const { return 1; }
  int inbox(State) const { return 0; }
  template <class Emit>
  void expand(State, int, Emit&& emit) const {
    for (State child = 0; child < 100; ++child) emit((State{1} << 63) - 1 - child);
  }
};

TEST(PushedLevel, TablesThatLengthenThemselvesAreCounted) {
  const Crowd model;
  std::uint64_t admitted = 0;
  PushedLevel<Crowd> next(model, 1, [&](std::uint64_t bytes) { admitted = bytes; });
  next.begin(0, 4, 1, 0, 0);
  const std::uint64_t state = 0;
  const std::uint64_t one = 1;
  for (int pass = 0; pass < 2; ++pass) {
    next.expand(0, &state, &one, 1);
    EXPECT_GT(next.table_bytes(), 100 * 16U);
    EXPECT_EQ(next.take_sorted(15).length(), 100U);
    EXPECT_EQ(next.table_bytes(), 0U);
    EXPECT_LT(admitted, 100'000U);
  }
}

TEST_F(Spill, SamplesAreStatesOfTheLevel) {
  const ProfileModel<Uint128> model(Strip::rectangle(5, 6), ProfileCount::kOpen);
  const SpillDirectory directory(directory_);
  TableOptions options;
  options.memory_bytes = 10'000;
  SpillDevice<ProfileModel<Uint128>> on_disk(model, options, directory);
  TableDevice<ProfileModel<Uint128>> in_memory(model, {});
  on_disk.seed();
  in_memory.seed();
  for (int level = 0; level < 12; ++level) {
    on_disk.advance(level);
    in_memory.advance(level);
  }
  const auto expected = in_memory.sample(1'000'000);
  auto found = on_disk.sample(1'000'000);
  ASSERT_EQ(found.size(), expected.size());
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.state < b.state; });
  for (std::size_t index = 0; index < found.size(); ++index) {
    EXPECT_TRUE(found[index].state == expected[index].state);
    EXPECT_EQ(found[index].multiplicity, expected[index].multiplicity);
  }
  EXPECT_EQ(on_disk.sample(3).size(), 3U);
}

TEST_F(Spill, GoesOnFromALevel) {
  const ProfileQuestion question{Strip::rectangle(5, 5), ProfileCount::kOpen, {}};
  const ProfileResult whole = run(question, kAllMemory);
  fs::remove_all(directory_);
  for (int level = 4; level < 25; level += 3) {
    const ProfileResult stopped = run(question, 1'000, 2, level);
    ASSERT_TRUE(stopped.failure);
    EXPECT_EQ(stopped.failure->exit_code, kExitInterrupted);
    const ProfileResult resumed = run(question, 1'000);
    EXPECT_EQ(resumed.resumed_level, level);
    EXPECT_EQ(resumed.statistics.tours, Count(864));  // OEIS A165134, undirected
    expect_same_levels(without_bytes(whole.statistics), without_bytes(resumed.statistics));
    EXPECT_EQ(level_files(), 1U);
    fs::remove_all(directory_);
  }
}

TEST_F(Spill, ADamagedLevelIsRefused) {
  const ProfileQuestion question{Strip::rectangle(5, 5), ProfileCount::kOpen, {}};
  ASSERT_TRUE(run(question, 1'000, 2, 12).failure);
  {
    std::fstream file(directory_ + "/ktour-level-12.states",
                      std::ios::in | std::ios::out | std::ios::binary);
    file.put('\x55');
    file.put('\x33');
  }
  EXPECT_THROW(run(question, 1'000), CorruptInput);
  EXPECT_TRUE(fs::exists(directory_ + "/ktour-level-12.states"));
  fs::remove(directory_ + "/ktour-level-12.states");
  EXPECT_THROW(run(question, 1'000), CorruptInput);
}

// The longest file allowed stands for the full disk.
TEST_F(Spill, AFullDiskIsACleanStop) {
  const ProfileQuestion question{Strip::rectangle(6, 6), ProfileCount::kClosed, {}};
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{14'000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const ProfileResult stopped = run(question, 1'000);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_TRUE(stopped.failure);
  EXPECT_EQ(stopped.failure->exit_code, kExitNoSpace);
  const ProfileResult resumed = run(question, 1'000);
  EXPECT_GT(resumed.resumed_level, 0);
  EXPECT_EQ(resumed.statistics.tours, Count(9862));  // OEIS A001230, undirected
}

}  // namespace
}  // namespace ktour
