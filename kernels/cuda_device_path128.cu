// The path model with 128-bit states on the CUDA device.
#include "cuda_device_definition.cuh"
#include "cuda_models.hpp"

template class ktour::CudaDevice<ktour::PathModel<ktour::Uint128>>;
