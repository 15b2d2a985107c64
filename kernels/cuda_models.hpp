// The models that the CUDA device is compiled for, each in a .cu file of its own.
#pragma once

#include <cstdint>

#include "cuda_device.hpp"
#include "path_model.hpp"
#include "profile_model.hpp"
#include "queens_model.hpp"
#include "tiles_model.hpp"

namespace ktour {

// Mates as bit planes, which lie in registers.
template <class Word>
using CudaProfileModel = ProfileModel<Word, MatePlanes>;

extern template class CudaDevice<PathModel<std::uint32_t>>;
extern template class CudaDevice<PathModel<std::uint64_t>>;
extern template class CudaDevice<PathModel<Uint128>>;
extern template class CudaDevice<CudaProfileModel<std::uint64_t>>;
extern template class CudaDevice<CudaProfileModel<Uint128>>;
extern template class CudaDevice<QueensModel>;
extern template class CudaDevice<TilesModel>;

}  // namespace ktour
