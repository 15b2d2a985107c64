#include "count.hpp"

#include <algorithm>

namespace ktour {

Count::Count(Uint128 value)
    : limbs_{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)} {
  drop_leading_zeros();
}

Count::Count(std::span<const std::uint64_t> limbs) : limbs_(limbs.begin(), limbs.end()) {
  drop_leading_zeros();
}

void Count::drop_leading_zeros() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

Count& Count::operator+=(const Count& other) {
  limbs_.resize(std::max(limbs_.size(), other.limbs_.size()) + 1);
  std::uint64_t carry = 0;
  for (std::size_t limb = 0; limb < limbs_.size(); ++limb) {
    const std::uint64_t summand = limb < other.limbs_.size() ? other.limbs_[limb] : 0;
    const Uint128 sum = static_cast<Uint128>(limbs_[limb]) + summand + carry;
    limbs_[limb] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
  drop_leading_zeros();
  return *this;
}

std::strong_ordering Count::operator<=>(const Count& other) const {
  if (limbs_.size() != other.limbs_.size()) return limbs_.size() <=> other.limbs_.size();
  return std::lexicographical_compare_three_way(limbs_.rbegin(), limbs_.rend(),
                                                other.limbs_.rbegin(), other.limbs_.rend());
}

std::optional<Count> Count::from_decimal(std::string_view text) {
  if (text.empty()) return std::nullopt;
  Count count;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return std::nullopt;
    Uint128 carry = static_cast<unsigned>(digit - '0');
    for (std::uint64_t& limb : count.limbs_) {
      carry += static_cast<Uint128>(limb) * 10;
      limb = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    if (carry != 0) count.limbs_.push_back(static_cast<std::uint64_t>(carry));
  }
  return count;
}

Count Count::half() const {
  Count halved = *this;
  for (std::size_t limb = 0; limb < limbs_.size(); ++limb)
    halved.limbs_[limb] =
        limbs_[limb] >> 1 | (limb + 1 < limbs_.size() ? limbs_[limb + 1] << 63 : 0);
  halved.drop_leading_zeros();
  return halved;
}

double Count::approximately() const {
  double value = 0;
  for (std::size_t limb = limbs_.size(); limb-- > 0;)
    value = value * 0x1p64 + static_cast<double>(limbs_[limb]);
  return value;
}

std::string Count::decimal() const {
  constexpr std::uint64_t kBase = 1'000'000'000'000'000'000;
  constexpr int kBaseDigits = 18;
  std::string digits;  // least first
  for (Count left = *this; !left.limbs_.empty();) {
    Uint128 rest = 0;
    for (std::size_t limb = left.limbs_.size(); limb-- > 0;) {
      rest = rest << 64 | left.limbs_[limb];
      left.limbs_[limb] = static_cast<std::uint64_t>(rest / kBase);
      rest %= kBase;
    }
    left.drop_leading_zeros();
    for (int digit = 0; digit < kBaseDigits; ++digit, rest /= 10)
      digits.push_back(static_cast<char>('0' + static_cast<int>(rest % 10)));
  }
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  if (digits.empty()) return "0";
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace ktour
