// A frontier in host memory, with multiplicities of any width: sorted shards in word order, as the
// CPU device of the profile model keeps it, a checkpoint stores it, and a GPU too small for it is
// fed from it.
//
// A multiplicity is `limbs` words of 64 bits, least first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "buffer.hpp"
#include "compiler.hpp"
#include "count.hpp"
#include "device.hpp"
#include "wide.hpp"

namespace ktour {

// Adds two multiplicities of some limbs. True where the sum does not fit.
inline bool add_limbs(std::uint64_t* sum, const std::uint64_t* summand, int limbs) {
  unsigned carry = 0;
  for (int limb = 0; limb < limbs; ++limb) {
    const Uint128 wide = static_cast<Uint128>(sum[limb]) + summand[limb] + carry;
    sum[limb] = static_cast<std::uint64_t>(wide);
    carry = static_cast<unsigned>(wide >> 64);
  }
  return carry != 0;
}

// Adds up multiplicities of some limbs, as many as there can be states.
class LimbSum {
 public:
  explicit LimbSum(int limbs) : limbs_(limbs), sum_(static_cast<std::size_t>(limbs) + 1) {}

  void add(const std::uint64_t* multiplicity) {
    if (add_limbs(sum_.data(), multiplicity, limbs_)) ++sum_.back();
  }
  Count value() const { return Count(std::span<const std::uint64_t>(sum_)); }

 private:
  int limbs_;
  std::vector<std::uint64_t> sum_;
};

// What people are shown of a multiplicity: kSaturated where it needs more than 64 bits.
inline Multiplicity in_64_bits(const std::uint64_t* multiplicity, int limbs) {
  return std::any_of(multiplicity + 1, multiplicity + limbs, [](auto limb) { return limb != 0; })
             ? kSaturated
             : *multiplicity;
}

// Sorted states and their multiplicities, `limbs` words each.
template <class Word>
struct WideShard {
  Buffer<Word> words;
  Buffer<std::uint64_t> limbs;

  WideShard() = default;
  WideShard(Buffer<Word>&& states, Buffer<std::uint64_t>&& multiplicities)
      : words(std::move(states)), limbs(std::move(multiplicities)) {}
  // Of unspecified value. Throws SpaceError.
  WideShard(std::uint64_t length, int limb_count)
      : words(length), limbs(length * static_cast<unsigned>(limb_count)) {}

  std::uint64_t length() const { return words.capacity(); }
};

template <class Word>
std::uint64_t count_states(const std::vector<WideShard<Word>>& shards) {
  std::uint64_t sum = 0;
  for (const auto& shard : shards) sum += shard.length();
  return sum;
}

template <class Word>
Count add_up_paths(std::span<const WideShard<Word>> shards, int limbs) {
  LimbSum sum(limbs);
  for (const auto& shard : shards)
    for (std::uint64_t index = 0; index < shard.length(); ++index)
      sum.add(shard.limbs.data() + index * static_cast<unsigned>(limbs));
  return sum.value();
}
template <class Word>
Count add_up_paths(const std::vector<WideShard<Word>>& shards, int limbs) {
  return add_up_paths(std::span(shards), limbs);
}

// States by inbox.
template <class M>
std::vector<std::uint64_t> count_by_inbox(const M& model,
                                          const std::vector<WideShard<typename M::State>>& shards) {
  using State = typename M::State;
  std::vector<std::uint64_t> states(static_cast<std::size_t>(model.inboxes()));
  for (const auto& shard : shards) {
    const State* begin = shard.words.data();
    const State* const end = begin + shard.length();
    while (begin != end) {  // inboxes ascend with the words
      const int inbox = model.inbox(*begin);
      const State* const next = std::partition_point(
          begin, end, [&](State state) { return model.inbox(state) == inbox; });
      states[static_cast<std::size_t>(inbox)] += static_cast<std::uint64_t>(next - begin);
      begin = next;
    }
  }
  return states;
}

// Up to `most` states, evenly spaced. A multiplicity of more than 64 bits is shown as kSaturated.
template <class Word>
std::vector<StateSample<Word>> sample_states(const std::vector<WideShard<Word>>& shards, int limbs,
                                             int most) {
  std::vector<StateSample<Word>> samples;
  const std::uint64_t total = count_states(shards);
  const std::uint64_t wanted = std::min<std::uint64_t>(total, static_cast<std::uint64_t>(most));
  std::uint64_t before = 0;
  for (const auto& shard : shards) {
    while (samples.size() < wanted) {
      const std::uint64_t rank = samples.size() * total / wanted;
      if (rank >= before + shard.length()) break;
      const std::uint64_t* multiplicity =
          shard.limbs.data() + (rank - before) * static_cast<unsigned>(limbs);
      samples.push_back({shard.words[rank - before], in_64_bits(multiplicity, limbs)});
    }
    before += shard.length();
  }
  return samples;
}

// Twice as many limbs for every multiplicity.
template <class Word>
void widen_multiplicities(std::vector<WideShard<Word>>& shards, int limbs) {
  const auto narrow = static_cast<std::size_t>(limbs);
  for (auto& shard : shards) {
    Buffer<std::uint64_t> wide(shard.length() * 2 * narrow);
    for (std::uint64_t index = 0; index < shard.length(); ++index) {
      std::copy_n(shard.limbs.data() + index * narrow, narrow, wide.data() + index * 2 * narrow);
      std::fill_n(wide.data() + (index * 2 + 1) * narrow, narrow, 0);
    }
    shard.limbs = std::move(wide);
  }
}

}  // namespace ktour
