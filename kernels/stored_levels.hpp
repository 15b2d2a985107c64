// The unfold on a device: archived levels go to device memory when they are first needed and stay
// there while there is room; each step looks up the parents of a whole batch of partial tours.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "archive.hpp"
#include "errors.hpp"
#include "unfold.hpp"
#include "unfold_kernels.cuh"

namespace ktour {

template <class State, class B>
class StoredLevels {
 public:
  explicit StoredLevels(B& backend) : backend_(backend) {}

  template <class M>
  TourBatch<State> extend(const M& model, const TourBatch<State>& batch,
                          const StoredLevel<State>& below) {
    const std::uint64_t tours = batch.states.size();
    make_batch_room(tours, tours * static_cast<std::uint64_t>(model.max_children()));
    const Uploaded& level = uploaded(batch.level - 1, below);
    auto host_total = backend_.template allocate_host<std::uint64_t>(1);

    backend_.copy_to_device(tours_.data(), batch.states.data(), tours);
    backend_.launch(count_parents<M>, backend_.grid(tours + 1), model, level.states.data(),
                    level.begin.data(), tours_.data(), tours, counts_.data());
    backend_.exclusive_sum(counts_.data(), offsets_.data(), tours + 1);
    backend_.launch(write_parents<M>, backend_.grid(tours), model, level.states.data(),
                    level.begin.data(), tours_.data(), tours, offsets_.data(), parents_.capacity(),
                    parents_.data(), parent_tours_.data());
    backend_.copy_to_host(host_total.data(), offsets_.data() + tours, 1);
    backend_.synchronize();

    const std::uint64_t total = host_total.data()[0];
    if (total > parents_.capacity())
      throw std::logic_error("a partial tour has more parents than a state has children");
    std::vector<State> parents(total);
    std::vector<std::uint32_t> parent_tours(total);
    backend_.copy_to_host(parents.data(), parents_.data(), total);
    backend_.copy_to_host(parent_tours.data(), parent_tours_.data(), total);
    backend_.synchronize();

    TourBatch<State> extended{batch.level - 1, batch.width + 1, {}, {}};
    for (std::uint64_t index = 0; index < total; ++index)
      extended.add(parents[index], batch.tour(parent_tours[index]), model.inbox(parents[index]));
    return extended;
  }

 private:
  struct Uploaded {
    typename B::template Array<State> states;
    typename B::template Array<std::uint64_t> begin;  // by inbox, and the end
  };

  void make_batch_room(std::uint64_t tours, std::uint64_t parents) {
    if (tours_.capacity() < tours) {
      tours_ = backend_.template allocate<State>(tours);
      counts_ = backend_.template allocate<std::uint32_t>(tours + 1);
      offsets_ = backend_.template allocate<std::uint64_t>(tours + 1);
      backend_.template prepare<State, Multiplicity>(tours + 1);
    }
    if (parents_.capacity() < parents) {
      parents_ = backend_.template allocate<State>(parents);
      parent_tours_ = backend_.template allocate<std::uint32_t>(parents);
    }
  }

  const Uploaded& uploaded(int depth, const StoredLevel<State>& level) {
    const auto found = levels_.find(depth);
    if (found != levels_.end()) return found->second;
    try {
      return levels_[depth] = upload(level);
    } catch (const SpaceError&) {
      levels_.clear();
      return levels_[depth] = upload(level);
    }
  }

  Uploaded upload(const StoredLevel<State>& level) {
    std::vector<std::uint64_t> begin{0};
    for (const auto& shard : level.shards) begin.push_back(begin.back() + shard.capacity());
    Uploaded uploaded{backend_.template allocate<State>(begin.back()),
                      backend_.template allocate<std::uint64_t>(begin.size())};
    backend_.copy_to_device(uploaded.begin.data(), begin.data(), begin.size());
    for (std::size_t inbox = 0; inbox < level.shards.size(); ++inbox)
      backend_.copy_to_device(uploaded.states.data() + begin[inbox], level.shards[inbox].data(),
                              level.shards[inbox].capacity());
    backend_.synchronize();
    return uploaded;
  }

  B& backend_;
  std::map<int, Uploaded> levels_;  // by depth
  typename B::template Array<State> tours_;
  typename B::template Array<std::uint32_t> counts_;
  typename B::template Array<std::uint64_t> offsets_;
  typename B::template Array<State> parents_;
  typename B::template Array<std::uint32_t> parent_tours_;  // which tour a parent extends
};

}  // namespace ktour
