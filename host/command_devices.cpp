// `ktour devices`: what a run can use, and why not where it cannot.
#include <fmt/core.h>

#include "arguments.hpp"
#include "console.hpp"
#include "cuda_device.hpp"
#include "machine.hpp"

namespace ktour {

int command_devices() {
  say(fmt::format("cpu   {}, {} cores, {} of {} memory available\n", processor_name(),
                  usable_cores(), human_bytes(available_memory_bytes()),
                  human_bytes(total_memory_bytes())));
  std::string reason;
  const auto devices = list_cuda_devices(reason);
  if (devices.empty()) say(fmt::format("cuda  not available: {}\n", reason));
  for (const CudaDeviceInfo& device : devices)
    say(fmt::format(
        "cuda  {}: {}, compute capability {}.{}, {} multiprocessors, {} of {} memory free, "
        "driver for CUDA {}.{}\n",
        device.index, device.name, device.compute_major, device.compute_minor,
        device.multiprocessors, human_bytes(device.free_bytes), human_bytes(device.memory_bytes),
        device.driver_version / 1000, device.driver_version % 1000 / 10));
  return kExitDone;
}

}  // namespace ktour
