// A checkpoint comes back whole or is refused, and a failed write costs neither the old one nor
// somebody else's file.
//
//   "KTOURCP1" | H: 8 bytes | header: H bytes | shards: words, multiplicities | CRC-64: 8 bytes
#include "checkpoint.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ktour {
namespace {

namespace fs = std::filesystem;

class Checkpoint : public testing::Test {
 protected:
  Checkpoint() {
    std::string pattern = (fs::temp_directory_path() / "ktour-checkpoint-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary directory");
    directory = pattern;
  }
  ~Checkpoint() override {
    std::error_code ignored;
    fs::permissions(directory, fs::perms::owner_all, ignored);
    fs::remove_all(directory, ignored);
  }
  std::string file() const { return directory + "/checkpoint.ktour"; }
  std::string temporary() const { return file() + ".partial"; }

  std::string directory;
};

std::string content(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void put(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

CheckpointHeader header_of(std::vector<std::uint64_t> shard_lengths) {
  CheckpointHeader header;
  header.parameters = {{"board", "5x5"}, {"start", 12}};
  header.level = 7;
  header.limbs = 2;
  header.word_bytes = 4;
  header.levels = {{{"states", 8}, {"paths", "18446744073709551616"}}};
  header.shard_lengths = std::move(shard_lengths);
  return header;
}

// Bytes that depend on their place, so that a shard in the wrong place is seen.
std::string shards_of(const CheckpointHeader& header) {
  std::string bytes;
  for (const std::uint64_t length : header.shard_lengths)
    for (std::uint64_t i = 0; i < length * 20; ++i)
      bytes += static_cast<char>(bytes.size() * 37 % 251);
  return bytes;
}

void write_checkpoint(const std::string& directory, const CheckpointHeader& header) {
  const std::string shards = shards_of(header);
  CheckpointWriter writer(directory, header);
  const std::size_t half = shards.size() / 2;
  writer.write(shards.data(), half);
  writer.write(shards.data() + half, shards.size() - half);
  writer.commit();
}

// The definition, bit by bit: against it the table-driven sum is compared.
std::uint64_t plain_crc64(const std::string& bytes) {
  std::uint64_t crc = ~std::uint64_t{0};
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int step = 0; step < 8; ++step)
      crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xC96C5795D7870F42 : 0);
  }
  return ~crc;
}

std::string little_endian(std::uint64_t number) {
  std::string bytes;
  for (int i = 0; i < 8; ++i) bytes += static_cast<char>(number >> (8 * i) & 0xFF);
  return bytes;
}

// A file whose checksum is right, whatever it says.
std::string sealed(const std::string& header, const std::string& shards) {
  const std::string bytes = "KTOURCP1" + little_endian(header.size()) + header + shards;
  return bytes + little_endian(plain_crc64(bytes));
}

// The exit code and the message of what `action` throws; 0 where it throws nothing.
template <class Action>
std::pair<int, std::string> outcome_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return {error.exit_code(), error.what()};
  }
  return {0, ""};
}

int reading(const std::string& directory) {
  return outcome_of([&] { CheckpointReader reader(directory); }).first;
}

TEST_F(Checkpoint, ComesBackAsItWasWritten) {
  for (const std::vector<std::uint64_t>& lengths : {std::vector<std::uint64_t>{},
                                                    {0},
                                                    {1},
                                                    {3},
                                                    {0, 5, 0, 2},
                                                    {40000, 1, 30000},
                                                    std::vector<std::uint64_t>(64, 3)}) {
    const CheckpointHeader header = header_of(lengths);
    write_checkpoint(directory, header);
    EXPECT_TRUE(has_checkpoint(directory));
    CheckpointReader reader(directory);
    EXPECT_EQ(reader.header().parameters, header.parameters);
    EXPECT_EQ(reader.header().level, header.level);
    EXPECT_EQ(reader.header().limbs, header.limbs);
    EXPECT_EQ(reader.header().word_bytes, header.word_bytes);
    EXPECT_EQ(reader.header().levels, header.levels);
    EXPECT_EQ(reader.header().shard_lengths, header.shard_lengths);
    std::string shards;
    for (const std::uint64_t length : lengths)
      for (const std::uint64_t bytes : {length * 4, length * 16}) {
        std::string part(bytes, '\0');
        reader.read(part.data(), part.size());
        shards += part;
      }
    EXPECT_EQ(shards, shards_of(header));
    EXPECT_NO_THROW(reader.finish());
    EXPECT_FALSE(fs::exists(temporary()));
  }
}

TEST_F(Checkpoint, IsLaidOutAsDocumented) {
  const CheckpointHeader header = header_of({2, 1});
  write_checkpoint(directory, header);
  EXPECT_EQ(content(file()),
            sealed(R"({"version":2,"level":7,"limbs":2,"word_bytes":4,)"
                   R"("parameters":{"board":"5x5","start":12},)"
                   R"("levels":[{"states":8,"paths":"18446744073709551616"}],)"
                   R"("shard_lengths":[2,1],"state_file":"","state_file_checksum":0})",
                   shards_of(header)));
}

// The check value of CRC-64/XZ is from the catalogue of parametrised CRC algorithms.
TEST(Crc64, EqualsItsDefinitionHoweverItIsFed) {
  EXPECT_EQ(plain_crc64("123456789"), 0x995DC9BBDF1939FAU);
  std::string bytes;
  for (int i = 0; i < 100; ++i) {
    for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
      Crc64 crc;
      crc.update(bytes.data(), cut);
      crc.update(bytes.data() + cut, bytes.size() - cut);
      ASSERT_EQ(crc.value(), plain_crc64(bytes)) << bytes.size() << " cut at " << cut;
    }
    bytes += static_cast<char>(i * 73);
  }
}

TEST_F(Checkpoint, EveryFlippedByteIsRefused) {
  write_checkpoint(directory, header_of({3, 0, 2}));
  const std::string whole = content(file());
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      put(file(), damaged);
      ASSERT_EQ(reading(directory), kExitCorrupt) << "byte " << at << " of " << whole.size();
      ASSERT_EQ(content(file()), damaged);
    }
}

TEST_F(Checkpoint, EveryTruncationAndExtensionIsRefused) {
  write_checkpoint(directory, header_of({3, 0, 2}));
  const std::string whole = content(file());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    put(file(), whole.substr(0, length));
    ASSERT_EQ(reading(directory), kExitCorrupt) << length << " of " << whole.size();
  }
  for (const std::string& tail : {std::string(1, '\0'), std::string(8, '\0'), whole}) {
    put(file(), whole + tail);
    EXPECT_EQ(reading(directory), kExitCorrupt);
  }
}

TEST_F(Checkpoint, AForeignFileIsRefusedAndLeftAlone) {
  for (const std::string& foreign : {std::string(), std::string("KTOUR"), std::string(5000, 'x'),
                                     std::string("KTOURCP2") + std::string(99, '\0')}) {
    put(file(), foreign);
    EXPECT_TRUE(has_checkpoint(directory));
    EXPECT_EQ(reading(directory), kExitCorrupt);
    EXPECT_EQ(outcome_of([&] { write_checkpoint(directory, header_of({1})); }).first, kExitCorrupt);
    EXPECT_EQ(content(file()), foreign);
    EXPECT_FALSE(fs::exists(temporary()));
  }
}

TEST_F(Checkpoint, AForeignFileThatComesDuringTheWriteIsLeftAlone) {
  CheckpointWriter writer(directory, header_of({}));
  put(file(), "not ours");
  EXPECT_EQ(outcome_of([&] { writer.commit(); }).first, kExitCorrupt);
  EXPECT_EQ(content(file()), "not ours");
}

TEST_F(Checkpoint, ADirectoryOrALinkOfItsNameIsRefused) {
  fs::create_directory(file());
  EXPECT_EQ(reading(directory), kExitCorrupt);
  EXPECT_EQ(outcome_of([&] { write_checkpoint(directory, header_of({1})); }).first, kExitCorrupt);
  fs::remove(file());
  fs::create_symlink("/dev/null", file());
  EXPECT_EQ(reading(directory), kExitCorrupt);
  EXPECT_EQ(outcome_of([&] { write_checkpoint(directory, header_of({1})); }).first, kExitCorrupt);
  EXPECT_TRUE(fs::is_symlink(file()));
}

// Had any of these lengths been believed, the test would die of std::bad_alloc.
TEST_F(Checkpoint, LengthsBeyondTheFileAreRefused) {
  for (const char* lengths : {"[1000000000000]", "[18446744073709551615]", "[922337203685477580]",
                              "[9223372036854775808,9223372036854775808]", "[1]", "[-1]", "[1.5]",
                              "7", "{}", "null", "[18446744073709551616]"}) {
    put(file(), sealed(R"({"version":2,"level":7,"limbs":1,"word_bytes":8,"parameters":{},)"
                       R"("levels":[],"shard_lengths":)" +
                           std::string(lengths) + R"(,"state_file":"","state_file_checksum":0})",
                       "12345678"));
    EXPECT_EQ(reading(directory), kExitCorrupt) << lengths;
  }
  for (const std::uint64_t header_bytes :
       {std::uint64_t{93}, std::uint64_t{1} << 40, std::numeric_limits<std::uint64_t>::max()}) {
    const std::string bytes = "KTOURCP1" + little_endian(header_bytes) + std::string(92, ' ');
    put(file(), bytes + little_endian(plain_crc64(bytes)));
    EXPECT_EQ(reading(directory), kExitCorrupt) << header_bytes;
  }
}

TEST_F(Checkpoint, AHeaderThatMakesNoSenseIsRefused) {
  const std::string rest = R"("parameters":{},"levels":[],"shard_lengths":[],)"
                           R"("state_file":"","state_file_checksum":0})";
  put(file(), sealed(R"({"version":2,"level":1,"limbs":1,"word_bytes":8,)" + rest, ""));
  ASSERT_EQ(reading(directory), kExitDone);
  for (const std::string& header :
       {std::string(), std::string("{"), std::string("[]"), std::string("7"), std::string("{}"),
        std::string("\xFF"), R"({"version":2,"level":-1,"limbs":1,"word_bytes":8,)" + rest,
        R"({"version":2,"level":1,"limbs":0,"word_bytes":8,)" + rest,
        R"({"version":2,"level":1,"limbs":1,"word_bytes":4294967304,)" + rest,
        R"({"version":2,"level":"1","limbs":1,"word_bytes":8,)" + rest}) {
    put(file(), sealed(header, ""));
    EXPECT_EQ(reading(directory), kExitCorrupt) << header;
  }
}

TEST_F(Checkpoint, ALaterVersionIsRefusedByItsNumber) {
  put(file(), sealed(R"({"version":3})", ""));
  const auto [exit_code, message] = outcome_of([&] { CheckpointReader reader(directory); });
  EXPECT_EQ(exit_code, kExitCorrupt);
  EXPECT_NE(message.find("version 3"), std::string::npos) << message;
}

TEST_F(Checkpoint, WhatChangesAfterTheCheckIsSeenAtTheEnd) {
  const CheckpointHeader header = header_of({10});
  write_checkpoint(directory, header);
  CheckpointReader reader(directory);
  std::fstream stream(file(), std::ios::in | std::ios::out | std::ios::binary);
  stream.seekp(-20, std::ios::end);
  stream << "?";
  stream.close();
  std::string shards(200, '\0');
  reader.read(shards.data(), shards.size());
  EXPECT_THROW(reader.finish(), CorruptInput);
}

TEST_F(Checkpoint, AnUncommittedWriterLeavesTheEarlierOne) {
  write_checkpoint(directory, header_of({3}));
  const std::string earlier = content(file());
  {
    CheckpointWriter writer(directory, header_of({1}));
    writer.write("12345678901234567890", 20);
    EXPECT_TRUE(fs::exists(temporary()));
  }
  EXPECT_EQ(content(file()), earlier);
  EXPECT_FALSE(fs::exists(temporary()));
}

TEST_F(Checkpoint, ALeftoverTemporaryIsIgnored) {
  put(temporary(), std::string(100000, '?'));
  fs::permissions(temporary(), fs::perms::owner_read);
  EXPECT_FALSE(has_checkpoint(directory));
  EXPECT_EQ(reading(directory), kExitUsage);
  write_checkpoint(directory, header_of({1}));
  EXPECT_EQ(reading(directory), kExitDone);
  EXPECT_FALSE(fs::exists(temporary()));
}

TEST_F(Checkpoint, ASecondWriterIsRefusedUntilTheFirstIsDone) {
  CheckpointWriter first(directory, header_of({}));
  EXPECT_EQ(outcome_of([&] { CheckpointWriter second(directory, header_of({1})); }).first,
            kExitUsage);
  EXPECT_TRUE(fs::exists(temporary()));
  first.commit();
  write_checkpoint(directory, header_of({1}));
  EXPECT_EQ(reading(directory), kExitDone);
}

TEST_F(Checkpoint, TheByteCountMustBeThePromisedOne) {
  const std::string shards(60, 's');
  {
    CheckpointWriter writer(directory, header_of({3}));
    EXPECT_THROW(writer.write(shards.data(), 61), std::logic_error);
    writer.write(shards.data(), 59);
    EXPECT_THROW(writer.commit(), std::logic_error);
    EXPECT_FALSE(fs::exists(file()));
    writer.write(shards.data(), 1);
    writer.commit();
    EXPECT_THROW(writer.commit(), std::logic_error);
  }
  CheckpointReader reader(directory);
  std::string read(61, '\0');
  EXPECT_THROW(reader.read(read.data(), 61), std::logic_error);
  reader.read(read.data(), 59);
  EXPECT_THROW(reader.finish(), std::logic_error);
}

TEST_F(Checkpoint, MissingDirectoriesAreMade) {
  const std::string deep = directory + "/a/b/";
  EXPECT_FALSE(has_checkpoint(deep));
  write_checkpoint(deep, header_of({1}));
  EXPECT_EQ(reading(deep), kExitDone);
}

TEST_F(Checkpoint, AFileInThePlaceOfTheDirectoryIsACleanError) {
  const std::string plain = directory + "/plain";
  put(plain, "text");
  EXPECT_FALSE(has_checkpoint(plain));
  for (const std::string& place :
       {plain, plain + "/below", std::string("/proc/none"), std::string()})
    EXPECT_EQ(outcome_of([&] { write_checkpoint(place, header_of({1})); }).first, kExitNoSpace)
        << place;
  EXPECT_EQ(content(plain), "text");
}

TEST_F(Checkpoint, AnUnwritableDirectoryIsACleanError) {
  write_checkpoint(directory, header_of({1}));
  fs::permissions(directory, fs::perms::owner_read | fs::perms::owner_exec);
  if (access(directory.c_str(), W_OK) == 0) GTEST_SKIP() << "this user may write everywhere";
  const auto [exit_code, message] =
      outcome_of([&] { write_checkpoint(directory, header_of({1})); });
  EXPECT_EQ(exit_code, kExitNoSpace);
  EXPECT_NE(message.find(directory), std::string::npos) << message;
  EXPECT_NE(message.find(std::strerror(EACCES)), std::string::npos) << message;
  EXPECT_EQ(reading(directory), kExitDone);
}

// The longest file allowed stands for the full disk.
TEST_F(Checkpoint, AFullDiskLeavesTheEarlierOneAndNoTemporary) {
  write_checkpoint(directory, header_of({3}));
  const std::string earlier = content(file());
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  for (const rlim_t most_bytes : {10U, 5000U, 300000U}) {
    const rlimit small{most_bytes, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const auto [exit_code, message] =
        outcome_of([&] { write_checkpoint(directory, header_of({20000})); });
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(exit_code, kExitNoSpace);
    EXPECT_NE(message.find(std::strerror(EFBIG)), std::string::npos) << message;
    EXPECT_NE(message.find(file()), std::string::npos) << message;
    EXPECT_EQ(content(file()), earlier);
    EXPECT_FALSE(fs::exists(temporary()));
  }
  std::signal(SIGXFSZ, handler);
}

}  // namespace
}  // namespace ktour
