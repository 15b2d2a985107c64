#include "state_blocks.hpp"

#include "crc64.hpp"
#include "posix_file.hpp"

namespace ktour {
namespace {

constexpr std::uint32_t kBlockStates = 4096;

[[noreturn]] void refuse() { throw CorruptInput("a block of stored states makes no sense"); }

char* put_varint(char* to, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) *to++ = static_cast<char>(value | 0x80);
  *to++ = static_cast<char>(value);
  return to;
}

char* put_varint(char* to, Uint128 value) {
  for (; value >> 64 != 0; value >>= 7) *to++ = static_cast<char>(value | 0x80);
  return put_varint(to, static_cast<std::uint64_t>(value));
}

char* put_varint(char* to, const std::uint64_t* value, int limbs) {
  while (limbs > 1 && value[limbs - 1] == 0) --limbs;
  if (limbs == 1) return put_varint(to, *value);
  std::vector<std::uint64_t> rest(value, value + limbs);
  while (limbs > 1 || rest[0] >= 0x80) {
    *to++ = static_cast<char>(rest[0] | 0x80);
    for (std::size_t limb = 0; limb < rest.size(); ++limb) {
      const std::uint64_t higher = limb + 1 < rest.size() ? rest[limb + 1] : 0;
      rest[limb] = rest[limb] >> 7 | higher << 57;
    }
    if (rest.back() == 0 && rest.size() > 1) {
      rest.pop_back();
      --limbs;
    }
  }
  *to++ = static_cast<char>(rest[0]);
  return to;
}

class VarintReader {
 public:
  explicit VarintReader(std::span<const char> bytes)
      : next_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool is_at_end() const { return next_ == end_; }

  // Ors the value into `value`, which is 0 before.
  void read(std::uint64_t* value, int limbs) {
    unsigned byte = take();
    *value = byte & 0x7F;
    for (int shift = 7; (byte & 0x80) != 0; shift += 7) {
      byte = take();
      const std::uint64_t bits = byte & 0x7F;
      const int limb = shift / 64;
      const int offset = shift % 64;
      if (limb >= limbs) refuse();
      value[limb] |= bits << offset;
      if (offset > 57 && bits >> (64 - offset) != 0) {
        if (limb + 1 >= limbs) refuse();
        value[limb + 1] |= bits >> (64 - offset);
      }
    }
  }

 private:
  unsigned take() {
    if (next_ == end_) refuse();
    return static_cast<unsigned char>(*next_++);
  }

  const char* next_;
  const char* end_;
};

}  // namespace

void BlockEncoder::add(Uint128 number, const std::uint64_t* multiplicity) {
  constexpr std::uint64_t kMostNumberBytes = 19;
  constexpr std::uint64_t kMostLimbBytes = 10;
  const std::uint64_t most = kMostNumberBytes + kMostLimbBytes * static_cast<std::uint64_t>(limbs_);
  const std::uint64_t begin = block_.offset + block_.bytes;
  if (begin + most > bytes_.size()) bytes_.resize(2 * bytes_.size() + most);
  char* to = put_varint(bytes_.data() + begin, number - last_);
  to = put_varint(to, multiplicity, limbs_);
  last_ = number;
  block_.bytes = static_cast<std::uint32_t>(to - (bytes_.data() + block_.offset));
  if (++block_.states == kBlockStates) finish_block();
}

void BlockEncoder::finish_block() {
  if (block_.states == 0) return;
  Crc64 checksum;
  checksum.update(bytes_.data() + block_.offset, block_.bytes);
  block_.checksum = checksum.value();
  blocks_.push_back(block_);
  used_ += block_.bytes;
  block_ = StateBlock();
  block_.offset = used_;
  last_ = 0;
}

void decode_block(std::span<const char> bytes, std::uint32_t states, int limbs,
                  DecodedBlock& decoded) {
  VarintReader reader(bytes);
  const auto width = static_cast<std::size_t>(limbs);
  decoded.numbers.resize(states);
  decoded.limbs.assign(states * width, 0);
  Uint128 last = 0;
  for (std::uint32_t index = 0; index < states; ++index) {
    std::uint64_t difference[2] = {};
    reader.read(difference, 2);
    last += static_cast<Uint128>(difference[1]) << 64 | difference[0];
    decoded.numbers[index] = last;
    reader.read(decoded.limbs.data() + index * width, limbs);
  }
  if (!reader.is_at_end()) refuse();
}

}  // namespace ktour
