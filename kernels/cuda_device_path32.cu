// The path model with 32-bit states on the CUDA device.
#include "cuda_device_definition.cuh"

template class ktour::CudaDevice<ktour::PathModel<std::uint32_t>>;
