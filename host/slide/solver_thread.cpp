#include "slide/solver_thread.hpp"

#include <csignal>
#include <optional>
#include <system_error>
#include <utility>

#include "errors.hpp"
#include "slide/signal_mask.hpp"

namespace ktour {

SolverThread::SolverThread() {
  const SignalMask none{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
  try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error& error) {
    throw SpaceError(std::string("could not start the solver's thread: ") + error.what() +
                     "; end some programs");
  }
}

SolverThread::~SolverThread() {
  cancel();
  requests_.close();
  thread_.join();
}

void SolverThread::solve(const TileBoard& board, SolverKind kind) {
  cancel();
  cancel_last_ = std::make_shared<std::atomic<bool>>(false);
  requests_.send({board, kind, cancel_last_});
}

void SolverThread::cancel() {
  if (cancel_last_) *cancel_last_ = true;
}

void SolverThread::work() {
  while (const std::optional<Request> request = requests_.receive()) {
    progress_.done = progress_.all = 0;
    const std::atomic<bool>* const cancelled = request->cancelled.get();
    SolverAnswer answer{request->board, {}, nullptr};
    try {
      if (!prepare_solver(request->kind, request->board.shape(), cancelled, &progress_, true))
        continue;
      std::optional<Solution> solution = ktour::solve(request->board, request->kind, cancelled);
      if (!solution) continue;
      answer.route = std::move(solution->moves);
    } catch (...) {
      answer.failure = std::current_exception();
    }
    answers_.send(std::move(answer));
  }
}

}  // namespace ktour
