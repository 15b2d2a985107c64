// What can be set about the level pipeline of a device with memory of its own.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace ktour {

struct PipelineOptions {
  std::uint64_t batch_states = std::uint64_t{1} << 24;    // frontier states counted at once
  std::uint64_t memory_bytes = ~std::uint64_t{0};         // of device memory; what is free if less
  std::uint64_t small_children = std::uint64_t{1} << 20;  // bound of the largest one-program level
  std::uint64_t host_bytes =
      ~std::uint64_t{0};  // of host memory, where levels are streamed from it
  bool graphs = true;
  const std::atomic<bool>* stop = nullptr;
  std::atomic<std::uint64_t>* expanded = nullptr;  // states expanded so far, for whoever watches

  // What a device with so much free memory can keep to.
  PipelineOptions within(std::uint64_t free_bytes) const {
    PipelineOptions options = *this;
    options.memory_bytes = std::min(memory_bytes, free_bytes / 16 * 15);
    options.batch_states = std::max<std::uint64_t>(batch_states, 1);
    return options;
  }
};

}  // namespace ktour
