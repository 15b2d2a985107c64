// States and multiplicities between the device and shards in host memory, in pieces through pinned
// memory, which the device reads and writes at full speed. Both directions are done when they
// return.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "level_buffers.hpp"
#include "wide_shard.hpp"

namespace ktour {

// `Amount` is a multiplicity of sizeof(Amount) / 8 limbs.
template <class State, class Amount, class B>
class ShardTransfer {
  static_assert(std::endian::native == std::endian::little, "limbs are an Amount, least first");

 public:
  using Pair = typename LevelBuffers<State, Amount, B>::Pair;
  using Shard = WideShard<State>;

  explicit ShardTransfer(B& backend) : backend_(backend) {}

  // The shard's states first ... first + count - 1 to `at` on the device.
  void upload(const Shard& shard, std::uint64_t first, std::uint64_t count, Pair& to,
              std::uint64_t at) {
    in_pieces(count, [&](std::uint64_t done, std::uint64_t length) {
      std::copy_n(shard.words.data() + first + done, length, states_.data());
      std::memcpy(multiplicities_.data(), shard.limbs.data() + (first + done) * kLimbs,
                  length * sizeof(Amount));
      backend_.copy_to_device(to.states.data() + at + done, states_.data(), length);
      backend_.copy_to_device(to.multiplicities.data() + at + done, multiplicities_.data(), length);
      backend_.synchronize();
    });
  }

  // The device's states first ... first + count - 1 to `at` in the shard.
  void download(const Pair& from, std::uint64_t first, std::uint64_t count, Shard& shard,
                std::uint64_t at) {
    in_pieces(count, [&](std::uint64_t done, std::uint64_t length) {
      backend_.copy_to_host(states_.data(), from.states.data() + first + done, length);
      backend_.copy_to_host(multiplicities_.data(), from.multiplicities.data() + first + done,
                            length);
      backend_.synchronize();
      std::copy_n(states_.data(), length, shard.words.data() + at + done);
      std::memcpy(shard.limbs.data() + (at + done) * kLimbs, multiplicities_.data(),
                  length * sizeof(Amount));
    });
  }

 private:
  static constexpr std::uint64_t kStagedStates = std::uint64_t{1} << 20;
  static constexpr std::uint64_t kLimbs = sizeof(Amount) / 8;

  template <class Move>
  void in_pieces(std::uint64_t count, Move&& move) {
    const std::uint64_t staged = std::min(count, kStagedStates);
    if (states_.capacity() < staged) {
      states_ = backend_.template allocate_host<State>(staged);
      multiplicities_ = backend_.template allocate_host<Amount>(staged);
    }
    for (std::uint64_t done = 0; done < count; done += staged)
      move(done, std::min(staged, count - done));
  }

  B& backend_;
  typename B::template HostArray<State> states_;
  typename B::template HostArray<Amount> multiplicities_;
};

}  // namespace ktour
