// Which GPUs there are, and why there are none.
#include "cuda_check.hpp"
#include "cuda_device.hpp"

namespace ktour {

std::vector<CudaDeviceInfo> list_cuda_devices(std::string& reason) {
  reason.clear();
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess || count == 0) {
    cudaGetLastError();
    reason = status == cudaSuccess
                 ? "the driver reports no device"
                 : std::string(cudaGetErrorString(status)) + " (" + cudaGetErrorName(status) + ")";
    return {};
  }
  int driver_version = 0;
  int runtime_version = 0;
  check_cuda(cudaDriverGetVersion(&driver_version), "read the driver's version");
  check_cuda(cudaRuntimeGetVersion(&runtime_version), "read the runtime's version");
  std::vector<CudaDeviceInfo> devices;
  for (int index = 0; index < count; ++index) {
    cudaDeviceProp properties{};
    check_cuda(cudaGetDeviceProperties(&properties, index), "read the properties of a device");
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    check_cuda(cudaSetDevice(index), "select device " + std::to_string(index));
    check_cuda(cudaMemGetInfo(&free_bytes, &total_bytes), "read the free memory");
    devices.push_back({index, properties.name, properties.major, properties.minor, total_bytes,
                       free_bytes, properties.multiProcessorCount, driver_version,
                       runtime_version});
  }
  return devices;
}

}  // namespace ktour
