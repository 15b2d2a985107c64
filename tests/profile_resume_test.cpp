// A count stopped at any level goes on from its checkpoint to the same answer, and a checkpoint that
// does not belong is refused and left alone.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "checkpoint.hpp"
#include "expectations.hpp"
#include "profile_run.hpp"

namespace ktour {
namespace {

class ProfileResume : public testing::Test {
 protected:
  ~ProfileResume() override { std::filesystem::remove_all(directory_); }

  ProfileResult run(const ProfileQuestion& question, int stop_before = -1) {
    std::atomic<bool> stop{false};
    RunOptions options;
    options.stop = &stop;
    options.threads = 2;
    options.memory_bytes = ~std::uint64_t{0};
    options.on_level = [&](const LevelStatistics& row) { stop = row.depth + 1 == stop_before; };
    return run_profile_model(question, options,
                             {directory_, 1e9, {{"board", question.strip.rows}}});
  }

  std::string directory_ =
      (std::filesystem::temp_directory_path() / ("ktour-resume-" + std::to_string(getpid())))
          .string();
};

TEST_F(ProfileResume, FromEveryLevelToTheSameStatistics) {
  const ProfileQuestion question{Strip::rectangle(5, 5), ProfileCount::kOpen, {}};
  const ProfileResult whole = run(question);
  ASSERT_TRUE(whole.statistics.complete);
  EXPECT_FALSE(has_checkpoint(directory_));
  for (int level = 1; level < 25; ++level) {
    const ProfileResult stopped = run(question, level);
    ASSERT_TRUE(stopped.failure);
    EXPECT_EQ(stopped.failure->exit_code, kExitInterrupted);
    const ProfileResult resumed = run(question);
    EXPECT_EQ(resumed.resumed_level, level);
    ASSERT_TRUE(resumed.statistics.complete);
    EXPECT_EQ(resumed.statistics.tours, Count(864));  // OEIS A165134, undirected
    expect_same_levels(whole.statistics, resumed.statistics);
    std::filesystem::remove_all(directory_);
  }
}

TEST_F(ProfileResume, WideMultiplicitiesComeBack) {
  const ProfileQuestion question{Strip::rectangle(5, 30), ProfileCount::kClosed, {}};
  ASSERT_TRUE(run(question, 140).failure);
  const ProfileResult resumed = run(question);
  EXPECT_EQ(resumed.limbs, 2);
  // OEIS A175855.
  EXPECT_EQ(to_decimal(resumed.statistics.tours), "202407848349722353779265745190616");
}

TEST_F(ProfileResume, AnotherRunsCheckpointIsRefusedAndLeftAlone) {
  const ProfileQuestion question{Strip::rectangle(5, 5), ProfileCount::kOpen, {}};
  ASSERT_TRUE(run(question, 10).failure);
  const auto before = std::filesystem::last_write_time(directory_ + "/checkpoint.ktour");
  EXPECT_THROW(run({Strip::rectangle(4, 5), ProfileCount::kOpen, {}}), CorruptInput);
  EXPECT_EQ(std::filesystem::last_write_time(directory_ + "/checkpoint.ktour"), before);
}

TEST_F(ProfileResume, ADamagedCheckpointIsRefused) {
  const ProfileQuestion question{Strip::rectangle(5, 5), ProfileCount::kOpen, {}};
  ASSERT_TRUE(run(question, 10).failure);
  const std::string path = directory_ + "/checkpoint.ktour";
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(-20, std::ios::end);
    file.put('\x55');
    file.put('\x33');
  }
  EXPECT_THROW(run(question), CorruptInput);
}

TEST_F(ProfileResume, ALevelThatDoesNotFitLeavesACheckpoint) {
  const ProfileQuestion question{Strip::rectangle(5, 6), ProfileCount::kOpen, {}};
  RunOptions options;
  options.memory_bytes = 40'000;
  const ProfileResult stopped =
      run_profile_model(question, options, {directory_, 1e9, {{"board", 5}}});
  ASSERT_TRUE(stopped.failure);
  EXPECT_EQ(stopped.failure->exit_code, kExitNoSpace);
  const ProfileResult resumed = run(question);
  EXPECT_GT(resumed.resumed_level, 0);
  EXPECT_EQ(resumed.statistics.tours, Count(18784));  // OEIS A083386, undirected
}

}  // namespace
}  // namespace ktour
