// The unfold: from the merged states of all levels back to every explicit tour.
//
// It starts from the complete states of the last level and goes down level by level: a partial tour
// extends by every possible parent of its state that is stored in the level below. Every stored
// state was reached from a root, so no partial tour is ever lost, and every tour is met exactly
// once.
//
// Partial tours move in batches. A batch that grows past the limit is cut into pieces that are
// finished one after the other (a stack of batches), so memory is bounded by levels x branching x
// batch, and the order of the tours does not depend on the batch: read from its last square back to
// its first, each tour is lexicographically larger than the one before.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "archive.hpp"
#include "errors.hpp"
#include "model.hpp"

namespace ktour {

// Partial tours of one level, in order. Tour i is in state states[i] and has seen, from the last
// square of the tour back to where it stands, squares[i * width] ... squares[(i + 1) * width - 1].
template <class State>
struct TourBatch {
  int level = 0;
  int width = 0;
  std::vector<State> states;
  std::vector<std::uint8_t> squares;

  std::span<const std::uint8_t> tour(std::uint64_t index) const {
    return std::span(squares).subspan(index * static_cast<std::uint64_t>(width),
                                      static_cast<std::size_t>(width));
  }
  void add(State state, std::span<const std::uint8_t> seen, int square) {
    states.push_back(state);
    squares.insert(squares.end(), seen.begin(), seen.end());
    squares.push_back(static_cast<std::uint8_t>(square));
  }
};

// A device that extends batches: every tour of `batch` by every parent of its state in `below`, the
// stored level underneath; tours in order, parents by ascending inbox.
template <class D>
concept UnfoldDevice = requires(D device, const TourBatch<typename D::State>& batch,
                                const StoredLevel<typename D::State>& below) {
  { device.extend(batch, below) } -> std::same_as<TourBatch<typename D::State>>;
};

// Calls on_parent(inbox, parent) for every stored parent of `state`, by ascending inbox.
template <OrderedRoutes M, class OnParent>
void for_each_parent(const M& model, const StoredLevel<typename M::State>& below,
                     typename M::State state, OnParent&& on_parent) {
  const int target = model.inbox(state);
  for (int source = 0; source < model.inboxes(); ++source) {
    if (!model.may_route(source, target)) continue;
    const typename M::State parent = model.parent(state, source);
    if (below.contains(source, parent)) on_parent(source, parent);
  }
}

namespace unfold_detail {

template <OrderedRoutes M>
TourBatch<typename M::State> complete_tours(const M& model,
                                            const LevelArchive<typename M::State>& archive) {
  TourBatch<typename M::State> batch;
  batch.level = model.last_level();
  batch.width = 1;
  for (const auto& shard : archive.level(batch.level).shards)
    for (const auto state : shard.view())
      if (!model.is_dead_end(state, batch.level)) batch.add(state, {}, model.inbox(state));
  return batch;
}

// Pushes the pieces of `batch` so that the first is on top.
template <class State>
void push_pieces(std::vector<TourBatch<State>>& stack, TourBatch<State>&& batch,
                 std::uint64_t most_tours) {
  const std::uint64_t tours = batch.states.size();
  if (tours <= most_tours) {
    if (tours > 0) stack.push_back(std::move(batch));
    return;
  }
  for (std::uint64_t piece = (tours - 1) / most_tours + 1; piece-- > 0;) {
    const std::uint64_t begin = piece * most_tours;
    const std::uint64_t end = std::min(begin + most_tours, tours);
    TourBatch<State> part{batch.level, batch.width, {}, {}};
    const auto at = [](const auto& vector, std::uint64_t index) {
      return vector.begin() + static_cast<std::ptrdiff_t>(index);
    };
    const auto width = static_cast<std::uint64_t>(batch.width);
    part.states.assign(at(batch.states, begin), at(batch.states, end));
    part.squares.assign(at(batch.squares, begin * width), at(batch.squares, end * width));
    stack.push_back(std::move(part));
  }
}

}  // namespace unfold_detail

// Calls on_tour(std::span<const std::uint8_t>) for every tour, its squares from the last back to
// the first, in the order described above, until on_tour returns false. Returns how many tours it
// was called for. `archive` must be kept. Throws Interrupted through `device`.
template <UnfoldDevice D, class OnTour>
std::uint64_t unfold(D& device, const LevelArchive<typename D::State>& archive,
                     std::uint64_t most_tours_in_batch, OnTour&& on_tour) {
  std::vector<TourBatch<typename D::State>> stack;
  unfold_detail::push_pieces(stack, unfold_detail::complete_tours(device.model(), archive),
                             most_tours_in_batch);
  std::uint64_t tours = 0;
  while (!stack.empty()) {
    const TourBatch<typename D::State> batch = std::move(stack.back());
    stack.pop_back();
    if (batch.level > 0) {
      unfold_detail::push_pieces(stack, device.extend(batch, archive.level(batch.level - 1)),
                                 most_tours_in_batch);
      continue;
    }
    for (std::uint64_t index = 0; index < batch.states.size(); ++index) {
      ++tours;
      if (!on_tour(batch.tour(index))) return tours;
    }
  }
  return tours;
}

// One concrete path, from its first square, that reaches `state` of level `level`.
template <OrderedRoutes M>
std::vector<int> first_path_to(const M& model, const LevelArchive<typename M::State>& archive,
                               typename M::State state, int level) {
  std::vector<int> path{model.inbox(state)};
  for (; level > 0; --level) {
    bool found = false;
    for_each_parent(model, archive.level(level - 1), state,
                    [&](int source, typename M::State parent) {
                      if (std::exchange(found, true)) return;
                      path.push_back(source);
                      state = parent;
                    });
    if (!found) throw std::logic_error("a stored state has no stored parent");
  }
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace ktour
