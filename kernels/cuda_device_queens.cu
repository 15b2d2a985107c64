// The queens model on the CUDA device.
#include "cuda_device_definition.cuh"

template class ktour::CudaDevice<ktour::QueensModel>;
