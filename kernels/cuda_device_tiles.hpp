// The CUDA device of the sliding-tiles model, as the host sees it.
#pragma once

#include "cuda_device.hpp"
#include "tiles_model.hpp"

namespace ktour {

extern template class CudaDevice<TilesModel>;

}  // namespace ktour
