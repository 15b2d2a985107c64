// The profile model with 64-bit states on the CUDA device.
#include "cuda_device_definition.cuh"
#include "cuda_models.hpp"

template class ktour::CudaDevice<ktour::CudaProfileModel<std::uint64_t>>;
