// The CUDA device as the host sees it: no CUDA header in sight, the level pipeline behind a
// pointer.
//
// CudaDevice<M> meets LevelDevice for the models of cuda_models.hpp: for those whose routes keep order
// KeepsLevels and UnfoldDevice too, for the others what a checkpoint needs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "depth_first.hpp"
#include "device.hpp"
#include "model.hpp"
#include "pipeline_options.hpp"
#include "unfold.hpp"
#include "wide_shard.hpp"

namespace ktour {

struct CudaDeviceInfo {
  int index = 0;
  std::string name;
  int compute_major = 0;
  int compute_minor = 0;
  std::uint64_t memory_bytes = 0;
  std::uint64_t free_bytes = 0;
  int multiprocessors = 0;
  int driver_version = 0;   // of the CUDA API that the driver offers: 1000 * major + 10 * minor
  int runtime_version = 0;  // of the CUDA runtime linked in
};

// Every usable GPU. Where there is none, `reason` becomes the driver's; else it becomes empty.
std::vector<CudaDeviceInfo> list_cuda_devices(std::string& reason);

template <class M>
class CudaDevice {
 public:
  using Model = M;
  using State = typename M::State;

  // Throws DeviceError where the GPU cannot be used, SpaceError where its memory is too small.
  CudaDevice(const M& model, int device_index, const PipelineOptions& options);
  ~CudaDevice();
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  const M& model() const;
  std::uint64_t states() const;
  void seed();
  void reserve(std::uint64_t bytes);
  std::vector<StateSample<State>> sample(int most);
  LevelStatistics advance(int level);
  FinishedLevel finish(int level);

  StoredLevel<State> take_expanded() requires OrderedRoutes<M>;
  StoredLevel<State> take_current() requires OrderedRoutes<M>;
  TourBatch<State> extend(const TourBatch<State>& batch,
                          const StoredLevel<State>& below) requires OrderedRoutes<M>;

  // See scattered_levels.hpp.
  int limbs() const requires(!OrderedRoutes<M>);
  const std::vector<WideShard<State>>& frontier() requires(!OrderedRoutes<M>);
  std::vector<WideShard<State>> take_frontier() requires(!OrderedRoutes<M>);
  void resume(std::vector<WideShard<State>>&& shards, int limbs) requires(!OrderedRoutes<M>);
  DepthFirstFinish finish_depth_first(int level) requires MergesLittle<M>;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace ktour
