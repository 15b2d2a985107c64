// The path model with 32-bit states on the CUDA device.
#include "cuda_device_definition.cuh"
#include "cuda_models.hpp"

template class ktour::CudaDevice<ktour::PathModel<std::uint32_t>>;
