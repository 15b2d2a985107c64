// A thread that solves the board it was given last. A newer board stops the search for the older
// one at once, and nothing is said about the older one unless its answer is already on the way.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <thread>

#include "slide/channel.hpp"
#include "slide/tile_solver.hpp"

namespace ktour {

struct SolverAnswer {
  TileBoard board;
  std::vector<Slide> route;    // a shortest one
  std::exception_ptr failure;  // instead of the route
};

class SolverThread {
 public:
  // No signal is handled on this thread. Throws SpaceError where the system has no room for it.
  SolverThread();
  // Stops the search.
  ~SolverThread();
  SolverThread(const SolverThread&) = delete;
  SolverThread& operator=(const SolverThread&) = delete;

  // Never waits. One thread asks, and no other.
  void solve(const TileBoard& board, SolverKind kind);
  // Nothing is to be solved for now.
  void cancel();

  Channel<SolverAnswer>& answers() { return answers_; }
  // Of the databases that some solvers need.
  const PrepareProgress& progress() const { return progress_; }

 private:
  struct Request {
    TileBoard board;
    SolverKind kind;
    std::shared_ptr<std::atomic<bool>>
        cancelled;  // each its own, so that none is taken for another
  };

  void work();

  Channel<Request> requests_;
  Channel<SolverAnswer> answers_;
  PrepareProgress progress_;
  std::shared_ptr<std::atomic<bool>> cancel_last_;  // null: nothing to cancel
  std::thread thread_;
};

}  // namespace ktour
