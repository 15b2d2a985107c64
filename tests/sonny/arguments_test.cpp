// Which command lines are valid, and what they mean. The rules for m, n and x are the assignment's:
// two integers above 2, and a positive integer no greater than m x n.
#include "arguments.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ktour::sonny {
namespace {

using Words = std::vector<const char*>;

std::optional<Arguments> parse(const Words& words) { return parse_arguments(words, true); }

TEST(SonnyArguments, TakesRowsColumnsAndThreshold) {
  const auto plain = parse({"3", "4"});
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->rows, 3);
  EXPECT_EQ(plain->columns, 4);
  EXPECT_FALSE(plain->threshold);
  EXPECT_TRUE(plain->parallel);
  EXPECT_FALSE(plain->stable_ids);
  EXPECT_EQ(plain->bound.kind, ThreadBound::Kind::kFromSystem);

  EXPECT_EQ(parse({"3", "4", "1"})->threshold, 1);
  EXPECT_EQ(parse({"3", "4", "12"})->threshold, 12);
  EXPECT_EQ(parse({"+3", "04", "+5"})->threshold, 5);
  // A product beyond 32 bits.
  EXPECT_EQ(parse({"100000", "100000", "10000000000"})->threshold, 10'000'000'000);
}

TEST(SonnyArguments, RefusesWhatTheAssignmentRefuses) {
  const std::vector<Words> invalid{
      {},
      {"3"},
      {"3", "4", "5", "6"},
      {"2", "3"},
      {"3", "2"},
      {"0", "3"},
      {"-3", "3"},
      {"3", "-3"},
      {"3", "x"},
      {"3.5", "3"},
      {"3", "3x"},
      {"", "3"},
      {" 3", "3"},
      {"3", "3 "},
      {"+-3", "3"},
      {"+", "3"},
      {"0x5", "5"},
      {"2147483648", "3"},
      {"99999999999999999999", "3"},
      {"3", "3", "0"},
      {"3", "3", "-1"},
      {"3", "3", "10"},
      {"3", "3", "x"},
      {"3", "3", ""},
      {"3", "3", "99999999999999999999"},
  };
  for (const Words& words : invalid) {
    std::string shown;
    for (const char* word : words) shown += std::string("'") + word + "' ";
    EXPECT_FALSE(parse(words)) << shown;
  }
}

TEST(SonnyArguments, SwitchesMayStandAnywhere) {
  const auto arguments =
      parse({"--stable-ids", "4", "--max-threads", "7", "5", "--json=out.json", "6"});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->rows, 4);
  EXPECT_EQ(arguments->columns, 5);
  EXPECT_EQ(arguments->threshold, 6);
  EXPECT_TRUE(arguments->stable_ids);
  EXPECT_EQ(arguments->bound.kind, ThreadBound::Kind::kGiven);
  EXPECT_EQ(arguments->bound.threads, 7);
  EXPECT_EQ(arguments->json_path, "out.json");
  EXPECT_FALSE(parse({"3", "3", "--no-parallel"})->parallel);
  EXPECT_TRUE(parse({"--help"})->help);
}

TEST(SonnyArguments, NoBoundIsSpelledInTwoWays) {
  for (const char* word : {"--max-threads=unlimited", "--max-threads=0"})
    EXPECT_EQ(parse({word, "3", "3"})->bound.kind, ThreadBound::Kind::kUnlimited) << word;
}

TEST(SonnyArguments, RefusesSwitchesItDoesNotKnow) {
  for (const char* word : {"--nope", "--max-threads", "--max-threads=", "--max-threads=-1",
                           "--max-threads=x", "--max-threadsx=3", "--json", "--json=", "--"})
    EXPECT_FALSE(parse({"3", "3", word})) << word;
}

TEST(SonnyArguments, CompileTimeModeIsTheDefaultOnly) {
  const Words words{"3", "3"};
  EXPECT_FALSE(parse_arguments(words, false)->parallel);
}

}  // namespace
}  // namespace ktour::sonny
