// The profile model with 64-bit states on the CUDA device.
#include "cuda_device_definition.cuh"

template class ktour::CudaDevice<ktour::ProfileModel<std::uint64_t>>;
