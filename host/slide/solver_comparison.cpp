#include "slide/solver_comparison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "errors.hpp"

namespace ktour {
namespace {

bool solves(TileBoard board, const std::vector<Slide>& moves) {
  for (const Slide slide : moves) {
    if (!board.legal(slide)) return false;
    board.slide(slide);
  }
  return board.solved();
}

}  // namespace

double Sample::mean() const {
  return values_.empty() ? 0
                         : std::accumulate(values_.begin(), values_.end(), 0.0) /
                               static_cast<double>(values_.size());
}

double Sample::median() const {
  if (values_.empty()) return 0;
  std::vector<double> sorted = values_;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) / 2);
  std::ranges::nth_element(sorted, middle);
  return *middle;
}

double Sample::largest() const { return values_.empty() ? 0 : *std::ranges::max_element(values_); }

SolverComparison::SolverComparison(TileShape shape, int boards, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int board = 0; board < boards; ++board) boards_.push_back(TileBoard::random(shape, random));
}

bool SolverComparison::run(const SolverName& solver, const std::atomic<bool>* stop) {
  solver_ = solver.name;
  expanded_ = {};
  ms_ = {};
  done_ = 0;
  for (const TileBoard& board : boards_) {
    const auto solution = solve(board, solver.kind, stop);
    if (!solution) return false;
    const std::size_t length = solution->moves.size();
    if (!solves(board, solution->moves))
      throw Error(kExitMismatch,
                  fmt::format("the {} moves that the solver '{}' found do not solve {}", length,
                              solver.name, board.text()));
    if (lengths_.size() == done_) lengths_.push_back(length);
    if (lengths_[done_] != length)
      throw Error(kExitMismatch,
                  fmt::format("the solver '{}' needs {} moves for {}, another one {}", solver.name,
                              length, board.text(), lengths_[done_]));
    expanded_.add(static_cast<double>(solution->expanded));
    ms_.add(solution->ms);
    ++done_;
  }
  return true;
}

std::string SolverComparison::header() const {
  return fmt::format("{:<10} {:>6} {:>14} {:>12} {:>14} {:>11} {:>11} {:>11}\n", "solver", "boards",
                     "mean expanded", "median", "largest", "mean ms", "median", "largest");
}

std::string SolverComparison::row() const {
  return fmt::format("{:<10} {:>6} {:>14.1f} {:>12.0f} {:>14.0f} {:>11.4f} {:>11.4f} {:>11.4f}\n",
                     solver_, ms_.count(), expanded_.mean(), expanded_.median(),
                     expanded_.largest(), ms_.mean(), ms_.median(), ms_.largest());
}

std::string SolverComparison::summary() const {
  Sample lengths;
  for (const std::size_t length : lengths_) lengths.add(static_cast<double>(length));
  return fmt::format("moves of a shortest solution: mean {:.2f}, median {:.0f}, largest {:.0f}\n",
                     lengths.mean(), lengths.median(), lengths.largest());
}

}  // namespace ktour
