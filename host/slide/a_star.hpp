// A* (Hart, Nilsson and Raphael, 1968) over boards, with a consistent heuristic: a board that is
// expanded has its least number of slides from the start, and is never opened again.
//
// Every board met is a node in one array. A hash table of indices finds it by its word, slots side
// by side (linear probing); the open list is one stack of indices for each sum f of slides made and
// estimated, which gives the latest of the most promising boards first. A board reached again with
// fewer slides is pushed again, and its older entry is passed over when it comes up.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "errors.hpp"
#include "machine.hpp"
#include "slide/tile_position.hpp"
#include "slide/tile_solver.hpp"

namespace ktour {

template <class Heuristic>
class AStar {
 public:
  AStar(TileShape shape, const Heuristic& heuristic)
      : goal_(TileBoard(shape).packed()), slides_(shape), heuristic_(heuristic) {}

  // Nothing where `stop` went up.
  std::optional<Solution> run(const TilePosition& start, const std::atomic<bool>* stop) {
    constexpr std::uint64_t kBetweenLooks = 1024;
    Solution solution;
    slots_.assign(kFewestSlots, kNoNode);
    const int bound = Heuristic::slides(heuristic_.of(start));
    push(add({start.tiles, bound, 0, start.blank}), bound);
    for (;;) {
      const std::uint32_t index = pop();
      const Node node = nodes_[index];
      if (node.tiles == goal_) {
        solution.moves = way_to(node);
        return solution;
      }
      if (solution.expanded++ % kBetweenLooks == 0 && stop != nullptr && *stop) return std::nullopt;
      expand(index, node, solution);
    }
  }

 private:
  static constexpr std::uint32_t kNoNode = ~std::uint32_t{0};
  static constexpr std::size_t kFewestSlots = 1 << 12;

  struct Node {
    Node(std::uint64_t word, int bound, int slides, int blank_square)
        : tiles(word),
          estimate(static_cast<std::uint8_t>(bound)),
          made(static_cast<std::uint8_t>(slides)),
          blank(static_cast<std::uint8_t>(blank_square)) {}

    std::uint64_t tiles;
    std::uint8_t estimate;
    std::uint8_t made;  // slides from the start
    std::uint8_t blank;
    Slide last = Slide::kUp;  // unless it is the start
    bool expanded = false;
  };

  void expand(std::uint32_t index, const Node& node, Solution& solution) {
    nodes_[index].expanded = true;
    const TilePosition position(node.tiles, node.blank);
    for (const auto& [slide, square] : slides_.of(node.blank)) {
      if (node.made > 0 && slide == inverse(node.last)) continue;
      ++solution.generated;
      const TilePosition child = position.after_slide_from(square);
      const int made = node.made + 1;
      std::uint32_t& slot = slot_of(child.tiles);
      if (slot == kNoNode) {
        const TileStep step{position.tile(square), square, node.blank};
        const int bound = Heuristic::slides(heuristic_.after(node.estimate, position, step));
        const std::uint32_t added = add({child.tiles, bound, made, square});
        nodes_[added].last = slide;
        push(added, made + bound);
      } else if (Node& known = nodes_[slot]; made < known.made) {
        known.made = static_cast<std::uint8_t>(made);
        known.last = slide;
        push(slot, made + known.estimate);
      }
    }
  }

  // Back from node to node, each found by its word.
  std::vector<Slide> way_to(Node node) {
    std::vector<Slide> moves(node.made);
    for (std::size_t left = moves.size(); left > 0; --left) {
      moves[left - 1] = node.last;
      TilePosition position(node.tiles, node.blank);
      for (const auto& [slide, square] : slides_.of(node.blank))
        if (slide == inverse(node.last)) position = position.after_slide_from(square);
      node = nodes_[slot_of(position.tiles)];
    }
    return moves;
  }

  void push(std::uint32_t index, int sum) {
    const auto bucket = static_cast<std::size_t>(sum);
    if (bucket >= open_.size()) open_.resize(bucket + 1);
    open_[bucket].push_back(index);
    least_ = std::min(least_, bucket);
  }
  // There is one as long as the goal was not met: a board that can be solved has a way to it.
  std::uint32_t pop() {
    for (;;) {
      while (open_[least_].empty()) ++least_;
      const std::uint32_t index = open_[least_].back();
      open_[least_].pop_back();
      const Node& node = nodes_[index];
      if (!node.expanded && node.made + std::size_t{node.estimate} == least_) return index;
    }
  }

  std::uint32_t add(const Node& node) {
    if (2 * (nodes_.size() + 1) > slots_.size()) grow();
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(node);
    slot_of(node.tiles) = index;
    return index;
  }
  std::uint32_t& slot_of(std::uint64_t tiles) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t place = (tiles * 0x9E3779B97F4A7C15) >> 20 & mask;
    while (slots_[place] != kNoNode && nodes_[slots_[place]].tiles != tiles)
      place = (place + 1) & mask;
    return slots_[place];
  }
  void grow() {
    require_room();
    slots_.assign(2 * slots_.size(), kNoNode);
    for (std::uint32_t index = 0; index < nodes_.size(); ++index)
      slot_of(nodes_[index].tiles) = index;
  }
  // For twice the nodes: themselves while they move, their slots, and an entry in the open list.
  void require_room() const {
    constexpr std::uint64_t kAlwaysThere = std::uint64_t{1} << 26;
    constexpr std::uint64_t kBytesOfNode = 3 * sizeof(Node) + 6 * sizeof(std::uint32_t);
    const std::uint64_t needed = nodes_.size() * kBytesOfNode;
    if (needed < kAlwaysThere) return;
    if (nodes_.size() >= kNoNode / 2 || needed > available_memory_bytes())
      throw SpaceError("A* does not fit in memory with more than " + std::to_string(nodes_.size()) +
                       " boards; use --solver patterns");
  }

  std::uint64_t goal_;
  SlideTable slides_;
  const Heuristic& heuristic_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> slots_;  // a power of two, at most half of them taken
  std::vector<std::vector<std::uint32_t>> open_;
  std::size_t least_ = ~std::size_t{0};
};

}  // namespace ktour
