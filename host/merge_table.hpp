// A hash table of states with multiplicities that comes out sorted.
//
// States of models with scattered words have their hash in their high bits, so a slot is found by
// scaling the word to the table: slots are in word order, give or take a short run of linear
// probing. Emptying the table from left to right and putting each state a few places further left
// sorts it, without a copy.
//
// A multiplicity is `limbs` words of 64 bits, least first. Sums that leave them are noted, not wrapped.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "buffer.hpp"
#include "compiler.hpp"
#include "wide_shard.hpp"

namespace ktour {

template <class Word>
class MergeTable {
 public:
  // For words below 2^word_bits that agree in their highest `common_bits`. The first growth makes room
  // for `expected` states.
  MergeTable(int word_bits, int common_bits, int limbs, std::uint64_t expected = 0)
      : shift_(static_cast<int>(8 * sizeof(Word)) - word_bits + common_bits),
        limbs_(limbs),
        expected_(expected) {}

  std::uint64_t length() const { return length_; }
  std::uint64_t bytes() const { return storage() * slot_bytes(); }
  bool overflowed() const { return overflowed_; }

  void prefetch(Word word) const {
    if (capacity_ == 0) return;
    const std::uint64_t slot = home(word);
    __builtin_prefetch(words_.data() + slot, 1);
    __builtin_prefetch(multiplicities_.data() + slot * static_cast<unsigned>(limbs_), 1);
  }

  // Whether add() of so many states might have to grow the table.
  bool is_full(std::uint64_t more) const { return (length_ + more) * 5 >= capacity_ * 4; }
  // What the table would take after growing.
  std::uint64_t bytes_grown(std::uint64_t more) const {
    return (capacity_for(more) + kSlack) * slot_bytes();
  }

  // Moves to storage with room for `more` states. Throws SpaceError.
  void grow(std::uint64_t more) {
    MergeTable wider(*this, capacity_for(more));
    for (std::uint64_t slot = 0; slot < storage(); ++slot)
      if (words_[slot] != kNone) wider.add(words_[slot], multiplicity(slot));
    wider.overflowed_ |= overflowed_;
    *this = std::move(wider);
  }

  void add(Word word, const std::uint64_t* summand) {
    std::uint64_t slot = home(word);
    for (;; ++slot) {
      if (words_[slot] == word) {
        overflowed_ |=
            limbs_ == 1 ? __builtin_add_overflow(*multiplicity(slot), *summand, multiplicity(slot))
                        : add_limbs(multiplicity(slot), summand, limbs_);
        return;
      }
      if (words_[slot] == kNone) break;
    }
    words_[slot] = word;
    std::copy_n(summand, limbs_, multiplicity(slot));
    ++length_;
    if (slot + 1 == storage()) lengthen();  // the last slot stays empty
  }

  // The states in ascending order; the table is empty afterwards. Works in place.
  WideShard<Word> take_sorted() {
    std::uint64_t out = 0;
    const auto limbs = static_cast<unsigned>(limbs_);
    for (std::uint64_t slot = 0; slot < storage(); ++slot) {
      const Word word = words_[slot];
      if (word == kNone) continue;
      std::uint64_t place = out;
      while (place > 0 && words_[place - 1] > word) --place;
      // Slot `slot` is read before anything moves over it: place <= out <= slot.
      if (limbs_ == 1) {
        const std::uint64_t multiplicity = multiplicities_[slot];
        for (std::uint64_t moved = out; moved > place; --moved) {
          words_[moved] = words_[moved - 1];
          multiplicities_[moved] = multiplicities_[moved - 1];
        }
        multiplicities_[place] = multiplicity;
      } else {
        if (slot != out)
          std::copy_n(multiplicities_.data() + slot * limbs, limbs,
                      multiplicities_.data() + out * limbs);
        std::rotate(multiplicities_.data() + place * limbs, multiplicities_.data() + out * limbs,
                    multiplicities_.data() + (out + 1) * limbs);
        for (std::uint64_t moved = out; moved > place; --moved) words_[moved] = words_[moved - 1];
      }
      words_[place] = word;
      ++out;
    }
    words_.resize_storage(out);
    multiplicities_.resize_storage(out * limbs);
    capacity_ = length_ = 0;
    return {std::exchange(words_, {}), std::exchange(multiplicities_, {})};
  }

 private:
  // More slots after the last home.
  void lengthen() {
    const std::uint64_t before = storage();
    const std::uint64_t after = before + before / 4 + kSlack;
    words_.resize_storage(after);
    multiplicities_.resize_storage(after * static_cast<unsigned>(limbs_));
    std::fill(words_.data() + before, words_.data() + after, kNone);
  }

  static constexpr Word kNone = static_cast<Word>(~Word{0});
  static constexpr std::uint64_t kSlack = 32;  // slots after the last home

  MergeTable(const MergeTable& other, std::uint64_t capacity)
      : shift_(other.shift_),
        limbs_(other.limbs_),
        capacity_(capacity),
        words_(capacity + kSlack),
        multiplicities_((capacity + kSlack) * static_cast<unsigned>(other.limbs_)) {
    std::fill_n(words_.data(), words_.capacity(), kNone);
  }

  std::uint64_t storage() const { return words_.capacity(); }
  std::uint64_t slot_bytes() const { return sizeof(Word) + 8 * static_cast<std::uint64_t>(limbs_); }
  std::uint64_t capacity_for(std::uint64_t more) const {
    return std::max((std::max(length_ + more, expected_)) * 5 / 4 + kSlack,
                    capacity_ + capacity_ / 2);
  }
  std::uint64_t home(Word word) const {
    const auto high = static_cast<std::uint64_t>((word << shift_) >> (8 * sizeof(Word) - 64));
    return static_cast<std::uint64_t>(static_cast<Uint128>(high) * capacity_ >> 64);
  }
  std::uint64_t* multiplicity(std::uint64_t slot) {
    return multiplicities_.data() + slot * static_cast<unsigned>(limbs_);
  }

  int shift_;
  int limbs_;
  std::uint64_t expected_ = 0;
  std::uint64_t capacity_ = 0;  // homes
  std::uint64_t length_ = 0;
  bool overflowed_ = false;
  Buffer<Word> words_;
  Buffer<std::uint64_t> multiplicities_;
};

}  // namespace ktour
