// Stands in for kernels/ where the program is built without a CUDA toolkit: there is no device, and
// the reason is that. Only path_run.cpp and profile_run.cpp, which name the device type, ask how it
// was built.
#include "cuda_device.hpp"

namespace ktour {

std::vector<CudaDeviceInfo> list_cuda_devices(std::string& reason) {
  reason = "this program was built without the CUDA toolkit";
  return {};
}

}  // namespace ktour
