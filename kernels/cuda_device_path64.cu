// The path model with 64-bit states on the CUDA device.
#include "cuda_device_definition.cuh"

template class ktour::CudaDevice<ktour::PathModel<std::uint64_t>>;
