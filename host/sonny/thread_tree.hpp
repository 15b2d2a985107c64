// The tree of threads: where Sonny has one move he makes it, where he has several each of them
// becomes a thread, where he has none the thread is a leaf and reports what it covered.
//
//     explore    one thread's walk, up to the square where it branches or ends
//     branch     one child per move, clockwise; join them in that order; the best is the answer
//     leaf       max_squares, the dead-end list, the line for stdout
//
// A parent prepares each child on its own stack frame (it outlives them, it joins them) with a
// board of the child's own. The only data that threads share are the totals, the dead-end list, the
// output and the room, each behind its own mutex. A thread never throws and never returns before
// its children: where memory or a thread is refused, the program ends through Output::fail().
//
// After an interrupt no thread moves, branches or prints any more. The totals and the list then
// hold exactly the leaves reached before, and `complete` is false.
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>

#include "dead_end_list.hpp"
#include "knight_board.hpp"
#include "output.hpp"
#include "thread_room.hpp"

namespace ktour::sonny {

inline constexpr ThreadId kStableMainId = 1000;

struct TreeOptions {
  int rows = 0;
  int columns = 0;
  bool parallel = true;
  bool stable_ids = false;
  std::optional<RoomPlan> room;  // nothing: as many threads as the tree wants
};

struct TreeTotals {
  std::int64_t max_squares = 1;  // covered by the best leaf; the start square until there is one
  std::int64_t full_tours = 0;   // directed, from the corner
  std::int64_t deepest = 0;      // generations below the main thread
};

struct TreeResult {
  ThreadId main_thread = 0;
  TreeTotals totals;
  std::int64_t threads = 0;  // made in all, the main thread not counted
  std::int64_t most_alive = 0;
  double seconds = 0;  // until the last join, the printing of boards not included
  bool complete = true;
};

// What each thread gets as its stack, in bytes.
std::size_t thread_stack_bytes();

class ThreadTree {
 public:
  ThreadTree(const TreeOptions& options, Output& output);
  ~ThreadTree();
  ThreadTree(const ThreadTree&) = delete;
  ThreadTree& operator=(const ThreadTree&) = delete;

  // Call once.
  TreeResult solve();
  const DeadEndList& dead_end_boards() const { return dead_end_boards_; }

 private:
  struct Knight;
  struct Child;
  class Family;

  static void* run_child(void* child);
  std::int64_t explore(Knight& knight);
  std::int64_t branch(Knight& knight, const Moves& moves);
  std::int64_t leaf(const Knight& knight);
  void note_depth(const Knight& knight);

  const TreeOptions options_;
  const std::int64_t squares_;
  Output& output_;
  pthread_attr_t attributes_;
  ThreadRoom room_;
  std::atomic<std::int64_t> made_{0};
  std::mutex totals_mutex_;
  TreeTotals totals_;
  DeadEndList dead_end_boards_;
};

}  // namespace ktour::sonny
