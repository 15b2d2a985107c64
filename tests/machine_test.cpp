// Sizes of memory as people write them, and what is known of the machine.
#include "machine.hpp"

#include <gtest/gtest.h>

#include "errors.hpp"

namespace ktour {
namespace {

TEST(Machine, ReadsBytes) {
  EXPECT_EQ(parse_bytes("4096"), 4096U);
  EXPECT_EQ(parse_bytes("500M"), std::uint64_t{500} << 20);
  EXPECT_EQ(parse_bytes("8G"), std::uint64_t{8} << 30);
  EXPECT_EQ(parse_bytes("8g"), std::uint64_t{8} << 30);
  EXPECT_EQ(parse_bytes("3TiB"), std::uint64_t{3} << 40);
  for (const char* text : {"", "M", "-1", "5X", "8iB", "1.5G", "8GB", "99999999999T", "5 M"})
    EXPECT_THROW(parse_bytes(text), UsageError) << text;
}

TEST(Machine, WritesBytesForPeople) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(1023), "1023 B");
  EXPECT_EQ(human_bytes(1536), "1.5 KiB");
  EXPECT_EQ(human_bytes(std::uint64_t{8} << 30), "8.0 GiB");
}

TEST(Machine, KnowsItself) {
  EXPECT_GE(usable_cores(), 1);
  EXPECT_GT(available_memory_bytes(), 0U);
  EXPECT_LE(available_memory_bytes(), total_memory_bytes());
  EXPECT_GT(resident_bytes(), 0U);
}

}  // namespace
}  // namespace ktour
