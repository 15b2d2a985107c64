#include "device_choice.hpp"

#include "errors.hpp"

namespace ktour {

DeviceChoice choose_device(const std::string& name) {
  if (name == "cpu") return {};
  if (name != "auto" && name != "cuda")
    throw UsageError("'" + name + "' is not a device; the devices are auto, cpu and cuda");
  std::string reason;
  const std::vector<CudaDeviceInfo> devices = list_cuda_devices(reason);
  if (!devices.empty())
    return {DeviceKind::kCuda, devices.front(), "a GPU is there: " + devices.front().name};
  if (name == "cuda") throw DeviceError("no GPU can be used: " + reason + "; use --device cpu");
  return {DeviceKind::kCpu, std::nullopt, "no GPU can be used: " + reason};
}

const char* name_of(DeviceKind kind) { return kind == DeviceKind::kCpu ? "cpu" : "cuda"; }

bool built_with_cuda() { return KTOUR_WITH_CUDA != 0; }

}  // namespace ktour
