// A second number for a profile state, made to be stored: states that differ little are close, so a
// sorted level is a list of small differences.
//
//      high                                                     low
//     +--------------+----------------------------------------------+
//     | p fragments  |  trits of the vertices  x (2p - 1)!! + rank  |
//     |   4 bits     |                  124 bits                    |
//     +--------------+----------------------------------------------+
//
// A vertex is a trit: 0 bare, 1 an end, 2 saturated; the vertex that is processed last is the most
// significant, because far from the column in work almost all are bare. The rank of the matching is
// that of the key (profile_key.hpp). Injective.
//
// Trits are converted five at a time, by table.
#pragma once

#include <array>
#include <cstdint>

#include "compiler.hpp"
#include "profile_key.hpp"

namespace ktour {

class ProfileOrder {
 public:
  static constexpr int kMostVertices = 54;   // 3^54 * 23!! < 2^124
  static constexpr int kMostFragments = 12;  // 3^54 * 25!! needs more

  // Refers to `layout`.
  explicit ProfileOrder(const KeyLayout& layout) : layout_(layout) {}

  // False where there are more fragments than the number has room for.
  template <class Word>
  bool number(Word word, Uint128& number) const {
    const KeyParts parts = layout_.parts(word);
    const int pairs = popcount(parts.ends) / 2;
    if (pairs > kMostFragments) return false;
    const std::uint64_t bare = parts.bare | ~vertices();  // what is not there is a trit of 0
    std::uint64_t low = 0;
    for (int group = kLowGroups - 1; group >= 0; --group)
      low = low * kGroupValues + group_value(parts.ends, bare, group);
    std::uint64_t high = 0;
    for (int group = kGroups - 1; group >= kLowGroups; --group)
      high = high * kGroupValues + group_value(parts.ends, bare, group);
    const Uint128 trits = static_cast<Uint128>(high) * kLowValues + low;
    number = static_cast<Uint128>(static_cast<unsigned>(pairs)) << kPairsShift |
             (trits * kMatchings[static_cast<std::size_t>(pairs)] + parts.rank);
    return true;
  }

  // Of a number made by number().
  template <class Word>
  Word word(Uint128 number) const {
    const auto pairs = static_cast<std::size_t>(number >> kPairsShift);
    const Uint128 rest = number & ((Uint128{1} << kPairsShift) - 1);
    const std::uint64_t matchings = kMatchings[pairs];
    const Uint128 trits = matchings == 1 ? rest : rest / matchings;
    KeyParts parts;
    parts.rank = static_cast<std::uint64_t>(rest - trits * matchings);
    auto high = static_cast<std::uint64_t>(trits / kLowValues);
    auto low = static_cast<std::uint64_t>(trits - static_cast<Uint128>(high) * kLowValues);
    for (int group = 0; group < kLowGroups; ++group, low /= kGroupValues)
      put_group(parts, static_cast<unsigned>(low % kGroupValues), group);
    for (int group = kLowGroups; group < kGroups; ++group, high /= kGroupValues)
      put_group(parts, static_cast<unsigned>(high % kGroupValues), group);
    parts.bare &= vertices();
    return layout_.template word<Word>(parts);
  }

 private:
  static constexpr int kPairsShift = 124;
  static constexpr int kGroupTrits = 5;
  static constexpr unsigned kGroupValues = 243;  // 3^5
  static constexpr int kGroups = 11;
  static constexpr int kLowGroups = 6;
  static constexpr std::uint64_t kLowValues = 205'891'132'094'649;  // 3^30
  static constexpr unsigned kGroupMask = (1U << kGroupTrits) - 1;

  static constexpr auto kMatchings = [] {
    std::array<std::uint64_t, kMostFragments + 1> matchings{1};
    for (std::size_t pairs = 1; pairs < matchings.size(); ++pairs)
      matchings[pairs] = matchings[pairs - 1] * (2 * pairs - 1);
    return matchings;
  }();

  // By five bits of `bare` below five bits of `ends`.
  static constexpr auto kValues = [] {
    std::array<std::uint8_t, std::size_t{1} << (2 * kGroupTrits)> values{};
    for (unsigned bits = 0; bits < values.size(); ++bits) {
      unsigned value = 0;
      for (int trit = kGroupTrits - 1; trit >= 0; --trit) {
        const bool bare = (bits >> trit & 1) != 0;
        const bool end = (bits >> (trit + kGroupTrits) & 1) != 0;
        value = value * 3 + (bare ? 0U : end ? 1U : 2U);
      }
      values[bits] = static_cast<std::uint8_t>(value);
    }
    return values;
  }();

  static constexpr auto kBits = [] {
    std::array<std::uint16_t, kGroupValues> bits{};
    for (unsigned value = 0; value < kGroupValues; ++value) {
      unsigned rest = value;
      for (int trit = 0; trit < kGroupTrits; ++trit, rest /= 3) {
        if (rest % 3 == 0) bits[value] = static_cast<std::uint16_t>(bits[value] | 1U << trit);
        if (rest % 3 == 1)
          bits[value] = static_cast<std::uint16_t>(bits[value] | 1U << (trit + kGroupTrits));
      }
    }
    return bits;
  }();

  std::uint64_t vertices() const { return bit(layout_.vertices()) - 1; }

  static unsigned group_value(std::uint64_t ends, std::uint64_t bare, int group) {
    const int shift = group * kGroupTrits;
    return kValues[(bare >> shift & kGroupMask) | (ends >> shift & kGroupMask) << kGroupTrits];
  }
  static void put_group(KeyParts& parts, unsigned value, int group) {
    const int shift = group * kGroupTrits;
    const std::uint64_t bits = kBits[value];
    parts.bare |= (bits & kGroupMask) << shift;
    parts.ends |= (bits >> kGroupTrits) << shift;
  }

  const KeyLayout& layout_;
};

}  // namespace ktour
