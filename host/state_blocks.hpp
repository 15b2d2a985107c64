// Sorted states as bytes, in blocks that are read one by one.
//
//     block of up to 4096 states
//     +----------+--------------+--------------+--------------+---
//     | number 0 | multiplicity | number 1     | multiplicity | ..
//     |          |              |   - number 0 |              |
//     +----------+--------------+--------------+--------------+---
//
// All are varints: seven bits a byte, least first, the highest bit set where more follow. A state is
// a 128-bit number here, and a level that is dense in these numbers takes a few bytes a state.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler.hpp"

namespace ktour {

struct StateBlock {
  std::uint64_t offset = 0;    // in the file; in an encoder, in its bytes
  std::uint64_t checksum = 0;  // CRC-64/XZ
  std::uint32_t bytes = 0;
  std::uint32_t states = 0;
};

class BlockEncoder {
 public:
  // `limbs`: 64-bit words of a multiplicity, least first.
  explicit BlockEncoder(int limbs) : limbs_(limbs) {}

  // Numbers ascend.
  void add(Uint128 number, const std::uint64_t* multiplicity);
  void finish_block();

  // Of the finished blocks.
  std::span<const char> bytes() const { return {bytes_.data(), used_}; }
  std::vector<StateBlock>& blocks() { return blocks_; }

 private:
  int limbs_;
  std::vector<char> bytes_;
  std::uint64_t used_ = 0;
  std::vector<StateBlock> blocks_;
  StateBlock block_;  // in work
  Uint128 last_ = 0;
};

struct DecodedBlock {
  std::vector<Uint128> numbers;
  std::vector<std::uint64_t> limbs;  // of the multiplicities, one after the other
};

// Throws CorruptInput where the bytes are no such block.
void decode_block(std::span<const char> bytes, std::uint32_t states, int limbs,
                  DecodedBlock& decoded);

}  // namespace ktour
