#include "crc64.hpp"

#include <array>
#include <cstring>

namespace ktour {
namespace {

// tables[k][b]: the remainder of byte b followed by k zero bytes (slicing-by-8).
constexpr auto kCrcTables = [] {
  constexpr std::uint64_t kPolynomial = 0xC96C5795D7870F42;  // ECMA-182, lowest bit first
  std::array<std::array<std::uint64_t, 256>, 8> tables{};
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    std::uint64_t remainder = byte;
    for (int step = 0; step < 8; ++step)
      remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? kPolynomial : 0);
    tables[0][byte] = remainder;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint64_t shorter = tables[k - 1][byte];
      tables[k][byte] = (shorter >> 8) ^ tables[0][shorter & 0xFF];
    }
  return tables;
}();

}  // namespace

void Crc64::update(const void* bytes, std::uint64_t count) {
  const auto* next = static_cast<const unsigned char*>(bytes);
  std::uint64_t crc = register_;
  for (; count >= 8; count -= 8, next += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, next, 8);
    word ^= crc;
    crc = kCrcTables[7][word & 0xFF] ^ kCrcTables[6][(word >> 8) & 0xFF] ^
          kCrcTables[5][(word >> 16) & 0xFF] ^ kCrcTables[4][(word >> 24) & 0xFF] ^
          kCrcTables[3][(word >> 32) & 0xFF] ^ kCrcTables[2][(word >> 40) & 0xFF] ^
          kCrcTables[1][(word >> 48) & 0xFF] ^ kCrcTables[0][word >> 56];
  }
  for (; count > 0; --count, ++next) crc = (crc >> 8) ^ kCrcTables[0][(crc ^ *next) & 0xFF];
  register_ = crc;
}

}  // namespace ktour
