// What can be set about the level pipeline of a device with memory of its own.
#pragma once

#include <atomic>
#include <cstdint>

namespace ktour {

struct PipelineOptions {
  std::uint64_t batch_states = std::uint64_t{1} << 24;    // frontier states counted at once
  std::uint64_t memory_bytes = ~std::uint64_t{0};         // of device memory; what is free if less
  std::uint64_t small_children = std::uint64_t{1} << 20;  // bound of the largest one-program level
  bool graphs = true;
  const std::atomic<bool>* stop = nullptr;
};

}  // namespace ktour
