// The independent reference: every tour is walked, one at a time, by a tree of threads.
//
// The tree is the search tree itself: where several moves are possible a thread starts one child
// thread for each of them, waits for all and adds what they found; where one move is possible it
// goes on alone. Some moves below the start squares the tree has leaves enough to keep the
// asked-for number of threads busy, and each leaf searches what lies below it by plain
// backtracking.
//
// Invariant: every partial tour is visited exactly once, by one thread, so counts, nodes and
// listings do not depend on timing, on the number of threads, or on threads that could not be had.
//
// Nothing is merged, pruned or remembered, and nothing but the board's shape is shared with the
// engine: the moves are worked out here a second time. That makes the tree slow (its work grows
// with partial tours, not with states) and fit to verify what is fast.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "board.hpp"

namespace ktour {

// The squares of a tour in the order of visit.
using Tour = std::vector<std::uint8_t>;

struct TreeOptions {
  int threads = 1;      // searching at the same time; 1 starts no thread at all
  bool closed = false;  // only tours whose end is a move away from their start
  std::uint64_t starts = ~std::uint64_t{0};     // squares that are not there start no tour
  std::uint64_t ends = ~std::uint64_t{0};       // of an open tour; likewise
  const std::atomic<bool>* stop = nullptr;      // looked at now and then; may be null
  std::atomic<std::uint64_t>* nodes = nullptr;  // progress, added to now and then; may be null
};

struct TreeCount {
  int area = 0;
  // Directed tours, [start * area + end]. A closed tour is counted from every start asked for, in
  // both directions, and its end is the square before it returns to the start.
  std::vector<std::uint64_t> tours_by_start_end;
  std::uint64_t nodes = 0;  // partial tours, from single squares up to complete ones
  std::uint64_t threads_created = 0;

  std::uint64_t tours(int start, int end) const {
    const int cell = start * area + end;
    return tours_by_start_end[static_cast<std::size_t>(cell)];
  }
  Uint128 by_start(int start) const;
  Uint128 by_end(int end) const;
  Uint128 total() const;
};

struct TreeListing {
  TreeCount count;
  std::vector<Tour> tours;  // ascending, square by square
};

// One square is an open tour of itself; a closed tour has at least three squares.
//
// Throws UsageError where threads < 1, Interrupted where *stop is true by the end, DeviceError
// where a thread cannot be set up. All threads have ended when the function returns or throws.
TreeCount count_with_thread_tree(const Board& board, const TreeOptions& options);

// As above; also throws SpaceError where there are more than `max_tours` tours.
TreeListing list_with_thread_tree(const Board& board, const TreeOptions& options,
                                  std::uint64_t max_tours);

}  // namespace ktour
