// The bodies of CudaDevice, for the files that instantiate it.
#pragma once

#include "cuda_backend.cuh"
#include "cuda_device.hpp"
#include "pipeline.hpp"
#include "scattered_levels.hpp"

namespace ktour {

template <class M>
struct CudaDevice<M>::Parts {
  Parts(const M& model, int device_index, const PipelineOptions& options)
      : backend(device_index), pipeline(model, backend, options) {}

  CudaBackend backend;
  std::conditional_t<OrderedRoutes<M>, LevelPipeline<M, CudaBackend>,
                     ScatteredLevels<M, CudaBackend>>
      pipeline;
};

template <class M>
CudaDevice<M>::CudaDevice(const M& model, int device_index, const PipelineOptions& options)
    : parts_(std::make_unique<Parts>(model, device_index, options)) {}
template <class M>
CudaDevice<M>::~CudaDevice() = default;

template <class M>
const M& CudaDevice<M>::model() const {
  return parts_->pipeline.model();
}
template <class M>
std::uint64_t CudaDevice<M>::states() const {
  return parts_->pipeline.states();
}
template <class M>
void CudaDevice<M>::seed() {
  parts_->pipeline.seed();
}
template <class M>
void CudaDevice<M>::reserve(std::uint64_t bytes) {
  parts_->pipeline.reserve(bytes);
}
template <class M>
std::vector<StateSample<typename M::State>> CudaDevice<M>::sample(int most) {
  return parts_->pipeline.sample(most);
}
template <class M>
LevelStatistics CudaDevice<M>::advance(int level) {
  return parts_->pipeline.advance(level);
}
template <class M>
StoredLevel<typename M::State> CudaDevice<M>::take_expanded() requires OrderedRoutes<M> {
  return parts_->pipeline.take_expanded();
}
template <class M>
StoredLevel<typename M::State> CudaDevice<M>::take_current() requires OrderedRoutes<M> {
  return parts_->pipeline.take_current();
}
template <class M>
FinishedLevel CudaDevice<M>::finish(int level) {
  return parts_->pipeline.finish(level);
}
template <class M>
TourBatch<typename M::State> CudaDevice<M>::extend(
    const TourBatch<State>& batch, const StoredLevel<State>& below) requires OrderedRoutes<M> {
  return parts_->pipeline.extend(batch, below);
}
template <class M>
int CudaDevice<M>::limbs() const requires(!OrderedRoutes<M>) {
  return parts_->pipeline.limbs();
}
template <class M>
const std::vector<WideShard<typename M::State>>& CudaDevice<M>::frontier() requires(
    !OrderedRoutes<M>) {
  return parts_->pipeline.frontier();
}
template <class M>
std::vector<WideShard<typename M::State>> CudaDevice<M>::take_frontier() requires(
    !OrderedRoutes<M>) {
  return parts_->pipeline.take_frontier();
}
template <class M>
void CudaDevice<M>::resume(std::vector<WideShard<State>>&& shards,
                           int limbs) requires(!OrderedRoutes<M>) {
  parts_->pipeline.resume(std::move(shards), limbs);
}
template <class M>
DepthFirstFinish CudaDevice<M>::finish_depth_first(int level) requires MergesLittle<M> {
  return parts_->pipeline.finish_depth_first(level);
}

}  // namespace ktour
