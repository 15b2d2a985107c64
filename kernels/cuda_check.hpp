// Every CUDA call is checked here: a failure becomes an Error whose one line says what failed, the
// driver's reason, and what to try.
#pragma once

#include <cuda_runtime_api.h>

#include <string>

#include "errors.hpp"

namespace ktour {

// `what` completes "could not ...". Out of device memory is a SpaceError, all else a DeviceError.
inline void check_cuda(cudaError_t status, const std::string& what) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // a failed call must not be reported again by the next one
  const std::string reason =
      std::string(cudaGetErrorString(status)) + " (" + cudaGetErrorName(status) + ")";
  if (status == cudaErrorMemoryAllocation)
    throw SpaceError("could not " + what + " on the GPU: " + reason +
                     "; set a lower --memory, or use --device cpu");
  throw DeviceError("could not " + what + " on the GPU: " + reason +
                    "; see `ktour devices`, or use --device cpu");
}

}  // namespace ktour
