// Which device a run takes: the one boundary between a name on the command line and a type.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cuda_device.hpp"

namespace ktour {

enum class DeviceKind { kCpu, kCuda };

struct DeviceChoice {
  DeviceKind kind = DeviceKind::kCpu;
  std::optional<CudaDeviceInfo> cuda;  // the GPU, where kind is kCuda
  std::string why;                     // for `auto`: why this device
};

// `name` is auto, cpu or cuda. Throws DeviceError with the driver's reason where cuda is asked for
// and there is none.
DeviceChoice choose_device(const std::string& name);

// "cpu" or "cuda".
const char* name_of(DeviceKind kind);

// Whether this program was built with the CUDA device.
bool built_with_cuda();

}  // namespace ktour
