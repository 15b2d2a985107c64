// A checksum for files: CRC-64/XZ.
#pragma once

#include <cstdint>

namespace ktour {

// CRC-64/XZ: every burst of up to 64 damaged bits is seen, all else but for one in 2^64.
class Crc64 {
 public:
  void update(const void* bytes, std::uint64_t count);
  std::uint64_t value() const { return ~register_; }

 private:
  std::uint64_t register_ = ~std::uint64_t{0};
};

}  // namespace ktour
