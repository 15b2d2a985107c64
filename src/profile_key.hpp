// The key of a profile state: path fragments as one unsigned word, injective, and scattered so that
// its high bits can serve as a hash.
//
//      high                                                        low
//     +------------------------+-----------------------+-------------+
//     |  rank of the matching  |  bare, of those that  |    ends     |
//     |   among (2p - 1)!!     |  are not ends         |             |
//     +------------------------+-----------------------+-------------+
//                                    n - 2p bits            n bits        n vertices, p fragments
//
// The matching is ranked by naming, for the lowest end left, which of the other ends left is its
// mate: a number with the mixed radix 2p - 1, 2p - 3, ..., 1.
//
// The word is the key times an odd number, after folding its high half into its low half, modulo a
// power of two: a bijection. Its highest bit is always 0, so the word of all ones is no state; the
// word 0 is the state in which everything is saturated.
#pragma once

#include <cstdint>

#include "compiler.hpp"
#include "fragments.hpp"

namespace ktour {

// Of an odd number, modulo 2^128.
constexpr Uint128 inverse_of_odd(Uint128 factor) {
  Uint128 inverse = factor;  // right in 3 bits; every step doubles them
  for (int step = 0; step < 6; ++step) inverse *= 2 - factor * inverse;
  return inverse;
}

template <class Word>
struct KeyTraits;

template <>
struct KeyTraits<std::uint64_t> {
  static constexpr int kBits = 63;
  static constexpr int kMostVertices = 24;  // every state of so many fits
  static constexpr int kMostFragments = 12;
  static constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;
  static constexpr std::uint64_t kInverse = 0xF1DE83E19937733D;
};

template <>
struct KeyTraits<Uint128> {
  static constexpr int kBits = 127;
  static constexpr int kMostVertices = 54;
  static constexpr int kMostFragments = 13;  // more do not fit; seen: 9
  static constexpr Uint128 kFactor =
      static_cast<Uint128>(0x9E3779B97F4A7C15) << 64 | 0xF39CC0605CEDC835;
  static constexpr Uint128 kInverse = inverse_of_odd(kFactor);
};

static_assert(KeyTraits<std::uint64_t>::kFactor * KeyTraits<std::uint64_t>::kInverse == 1);
static_assert(KeyTraits<Uint128>::kFactor * KeyTraits<Uint128>::kInverse == 1);

// Word and key, without the meaning of the key.
template <class Word>
KTOUR_HD Word scatter(Word key) {
  constexpr int kBits = KeyTraits<Word>::kBits;
  constexpr Word kMask = static_cast<Word>(~Word{0}) >> (8 * sizeof(Word) - kBits);
  key ^= key >> (kBits / 2 + 1);
  return key * KeyTraits<Word>::kFactor & kMask;
}
template <class Word>
KTOUR_HD Word gather(Word word) {
  constexpr int kBits = KeyTraits<Word>::kBits;
  constexpr Word kMask = static_cast<Word>(~Word{0}) >> (8 * sizeof(Word) - kBits);
  const Word key = word * KeyTraits<Word>::kInverse & kMask;
  return key ^ key >> (kBits / 2 + 1);
}

// What a key is made of; the rank is that of the matching of the ends.
struct KeyParts {
  std::uint64_t ends = 0;
  std::uint64_t bare = 0;
  std::uint64_t rank = 0;
};

class KeyLayout {
 public:
  explicit KeyLayout(int vertices) : vertices_(vertices) {
    for (int index = 1; index < kMostDigits; ++index)
      reciprocals_[index] = ~std::uint64_t{0} / static_cast<unsigned>(2 * index + 1) + 1;
  }

  KTOUR_HD int vertices() const { return vertices_; }

  template <class Word>
  KTOUR_HD Word word(const KeyParts& parts) const {
    Word key = parts.rank;
    key =
        key << (vertices_ - popcount(parts.ends)) | compress_bits(parts.bare, ~parts.ends & all());
    return scatter(static_cast<Word>(key << vertices_ | parts.ends));
  }

  template <class Word>
  KTOUR_HD KeyParts parts(Word word) const {
    const Word key = gather(word);
    const std::uint64_t ends = static_cast<std::uint64_t>(key) & all();
    const int others = vertices_ - popcount(ends);
    const std::uint64_t bare = static_cast<std::uint64_t>(key >> vertices_) & (bit(others) - 1);
    return {ends, expand_bits(bare, ~ends & all()),
            static_cast<std::uint64_t>(key >> (vertices_ + others))};
  }

  // False where there are more fragments than the word has room for.
  template <class Mates, class Word>
  KTOUR_HD bool encode(const BasicFragments<Mates>& fragments, Word& word) const {
    const std::uint64_t ends = fragments.ends;
    const int pairs = popcount(ends) / 2;
    if (pairs > KeyTraits<Word>::kMostFragments) return false;
    std::uint64_t rank = 0;
    int radix = 2 * pairs - 1;
    for (std::uint64_t left = ends; left != 0; radix -= 2) {
      const std::uint64_t mate = bit(fragments.mate(lowest_bit(left)));
      left &= left - 1;
      rank = rank * static_cast<std::uint64_t>(radix) +
             static_cast<std::uint64_t>(popcount(left & (mate - 1)));
      left &= ~mate;
    }
    word = this->template word<Word>({ends, fragments.bare, rank});
    return true;
  }

  template <class Mates, class Word>
  KTOUR_HD BasicFragments<Mates> decode(Word word) const {
    const KeyParts parts = this->parts(word);
    const std::uint64_t ends = parts.ends;
    const int pairs = popcount(ends) / 2;
    BasicFragments<Mates> fragments;
    fragments.ends = ends;
    fragments.bare = parts.bare;
    // The digits come out last first; each is turned into a bit position within its turn's ends.
    std::uint64_t rank = parts.rank;
    std::uint64_t digits = 0;  // 5 bits each; the last one, of radix 1, is 0
    for (int index = 1; index < pairs; ++index) {
      const auto quotient =
          static_cast<std::uint64_t>(static_cast<Uint128>(rank) * reciprocals_[index] >> 64);
      digits = digits << 5 | (rank - quotient * static_cast<unsigned>(2 * index + 1));
      rank = quotient;
    }
    for (std::uint64_t left = ends; left != 0; digits >>= 5) {
      const int low = lowest_bit(left);
      left &= left - 1;
      const int mate = nth_bit(left, static_cast<int>(digits & 31));
      left &= ~bit(mate);
      fragments.make_mates(low, mate);
    }
    return fragments;
  }

  // The same as of decode(), at less expense.
  template <class Word>
  KTOUR_HD bool is_unsaturated(Word word, int vertex) const {
    const Word key = gather(word);
    const std::uint64_t ends = static_cast<std::uint64_t>(key) & all();
    const int others_below = popcount(~ends & (bit(vertex) - 1));
    return (ends >> vertex & 1) != 0 ||
           (static_cast<std::uint64_t>(key >> vertices_) >> others_below & 1) != 0;
  }

 private:
  KTOUR_HD std::uint64_t all() const { return bit(vertices_) - 1; }

  static constexpr int kMostDigits = KeyTraits<Uint128>::kMostFragments;

  int vertices_;
  // 2^64 over the radix 2 i + 1, rounded up: gives the exact quotient of every rank below 2^59.
  std::uint64_t reciprocals_[kMostDigits] = {};
};

}  // namespace ktour
