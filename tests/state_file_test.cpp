// Stored states come back as they were, and a file that is not as it was is refused.
#include "state_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "fragments.hpp"
#include "profile_order.hpp"
#include "scratch.hpp"

namespace ktour {
namespace {

namespace fs = std::filesystem;

class StateFiles : public testing::Test {
 protected:
  StateFiles() { fs::create_directories(directory_); }
  ~StateFiles() override { fs::remove_all(directory_); }

  struct States {
    std::vector<Uint128> numbers;
    std::vector<std::uint64_t> limbs;
  };

  // Ascending numbers of all sizes, multiplicities likewise.
  States random_states(std::size_t count, int limbs) {
    States states;
    Uint128 number = random_() % 2 == 0 ? 0 : Uint128{random_()} << 60;
    for (std::size_t index = 0; index < count; ++index) {
      number += 1 + (random_() >> random_() % 64);
      states.numbers.push_back(number);
      const auto used = static_cast<int>(random_() % static_cast<unsigned>(limbs + 1));
      for (int limb = 0; limb < limbs; ++limb)
        states.limbs.push_back(limb < used ? random_() >> random_() % 64 : 0);
    }
    return states;
  }

  static void append(StateFile& file, std::uint64_t partition, const States& states, int limbs) {
    BlockEncoder encoder(limbs);
    for (std::size_t index = 0; index < states.numbers.size(); ++index)
      encoder.add(states.numbers[index],
                  states.limbs.data() + index * static_cast<std::size_t>(limbs));
    file.append(partition, encoder);
  }

  static void expect_states(const StateFile& file, std::uint64_t partition, const States& expected,
                            int limbs) {
    States found;
    std::vector<char> bytes;
    DecodedBlock block;
    for (const StateBlock& entry : file.blocks(partition)) {
      file.read(entry, bytes);
      decode_block(bytes, entry.states, limbs, block);
      found.numbers.insert(found.numbers.end(), block.numbers.begin(), block.numbers.end());
      found.limbs.insert(found.limbs.end(), block.limbs.begin(), block.limbs.end());
    }
    EXPECT_TRUE(found.numbers == expected.numbers);
    EXPECT_EQ(found.limbs, expected.limbs);
    EXPECT_EQ(file.states(partition), expected.numbers.size());
  }

  std::string path(const std::string& name) const { return (fs::path(directory_) / name).string(); }

  std::mt19937_64 random_{4};
  std::string directory_ = scratch_directory("states");
};

TEST_F(StateFiles, ComeBackAsTheyWere) {
  for (const int limbs : {1, 2, 5}) {
    const std::vector<States> partitions{
        random_states(3, limbs), {}, random_states(9000, limbs), random_states(4096, limbs)};
    {
      StateFile file(path("run"), partitions.size());
      for (const std::size_t partition : {2U, 0U, 3U})
        append(file, partition, partitions[partition], limbs);
      file.finish(path("level"));
      file.keep(true);
      EXPECT_FALSE(fs::exists(path("run")));
    }
    const StateFile file(path("level"));
    ASSERT_EQ(file.partitions(), partitions.size());
    for (std::size_t partition = 0; partition < partitions.size(); ++partition)
      expect_states(file, partition, partitions[partition], limbs);
    EXPECT_EQ(file.states(), 13099U);
    EXPECT_EQ(file.blocks(2).size(), 3U);
  }
}

TEST_F(StateFiles, AreGoneWithoutKeep) {
  { StateFile(path("run"), 4).finish(path("level")); }
  EXPECT_FALSE(fs::exists(path("level")));
}

TEST_F(StateFiles, NoDamageGoesUnseen) {
  const States states = random_states(40, 1);
  {
    StateFile file(path("run"), 2);
    append(file, 1, states, 1);
    file.finish(path("level"));
    file.keep(true);
  }
  std::string content;
  {
    std::ifstream file(path("level"), std::ios::binary);
    content.assign(std::istreambuf_iterator<char>(file), {});
  }
  const auto look_at = [&](const std::string& bytes) {
    std::ofstream(path("damaged"), std::ios::binary) << bytes;
    const StateFile file(path("damaged"));
    expect_states(file, 1, states, 1);
  };
  look_at(content);
  for (std::size_t position = 0; position < content.size(); ++position) {
    std::string damaged = content;
    damaged[position] = static_cast<char>(damaged[position] ^ 0x10);
    EXPECT_THROW(look_at(damaged), CorruptInput) << position;
  }
  for (std::size_t length = 0; length < content.size(); length += 7)
    EXPECT_THROW(look_at(content.substr(0, length)), CorruptInput) << length;
  EXPECT_THROW(StateFile{path("none")}, CorruptInput);
}

TEST_F(StateFiles, OnlyOneRunUsesADirectory) {
  const SpillDirectory mine(directory_);
  EXPECT_THROW(SpillDirectory{directory_}, UsageError);
}

TEST_F(StateFiles, OnlyTheLevelToGoOnFromIsKept) {
  const SpillDirectory directory(directory_);
  for (const std::string& file :
       {directory.level_file(3), directory.level_file(4), directory.run_file(0), path("mine")})
    std::ofstream(file) << "x";
  directory.clear(directory.level_file(3));
  EXPECT_TRUE(fs::exists(directory.level_file(3)));
  EXPECT_TRUE(fs::exists(path("mine")));
  EXPECT_FALSE(fs::exists(directory.level_file(4)));
  EXPECT_FALSE(fs::exists(directory.run_file(0)));
}

TEST(ProfileOrder, IsInjective) {
  std::mt19937_64 random(8);
  for (int trial = 0; trial < 20000; ++trial) {
    const KeyLayout layout(2 + static_cast<int>(random() % 53));
    const ProfileOrder order(layout);
    const std::uint64_t all = bit(layout.vertices()) - 1;
    KeyParts parts;
    const auto pairs = std::min<int>(static_cast<int>(random() % 13), layout.vertices() / 2);
    while (popcount(parts.ends) < 2 * pairs)
      parts.ends |= bit(static_cast<int>(random() % static_cast<unsigned>(layout.vertices())));
    parts.bare = random() & all & ~parts.ends;
    std::uint64_t matchings = 1;
    for (int radix = 2 * pairs - 1; radix > 1; radix -= 2)
      matchings *= static_cast<std::uint64_t>(radix);
    parts.rank = random() % matchings;
    const auto word = layout.word<Uint128>(parts);
    Uint128 number = 0;
    ASSERT_TRUE(order.number(word, number));
    EXPECT_TRUE(order.word<Uint128>(number) == word);
  }
}

TEST(ProfileOrder, RefusesWhatHasNoRoom) {
  const KeyLayout layout(54);
  Uint128 number = 0;
  EXPECT_TRUE(ProfileOrder(layout).number(layout.word<Uint128>({bit(24) - 1, 0, 0}), number));
  EXPECT_FALSE(ProfileOrder(layout).number(layout.word<Uint128>({bit(26) - 1, 0, 0}), number));
}

}  // namespace
}  // namespace ktour
