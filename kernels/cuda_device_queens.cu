// The queens model on the CUDA device.
#include "cuda_device_definition.cuh"
#include "cuda_models.hpp"

template class ktour::CudaDevice<ktour::QueensModel>;
