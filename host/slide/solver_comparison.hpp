// How much work the solvers take on the same random boards, and whether they agree.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "slide/tile_solver.hpp"

namespace ktour {

// Numbers of which the mean, the median and the largest are wanted.
class Sample {
 public:
  void add(double value) { values_.push_back(value); }
  std::size_t count() const { return values_.size(); }
  // Of no values, zero.
  double mean() const;
  double median() const;  // the lower one of two in the middle
  double largest() const;

 private:
  std::vector<double> values_;
};

class SolverComparison {
 public:
  SolverComparison(TileShape shape, int boards, std::uint64_t seed);

  // Solves all boards, one after the other, and keeps the lengths of the first solver's solutions
  // for the others. False where `stop` went up before the end: the row holds what is done. Throws
  // Error (a mismatch) where a solution is not one, or of another length.
  bool run(const SolverName& solver, const std::atomic<bool>* stop);

  std::string header() const;
  // Of the solver that ran last.
  std::string row() const;
  // What the solutions of the boards solved are like.
  std::string summary() const;
  // Boards that the present solver has solved; read by another thread.
  std::uint64_t done() const { return done_; }

 private:
  std::vector<TileBoard> boards_;
  std::vector<std::size_t> lengths_;  // of the boards solved by now
  std::string_view solver_;
  Sample expanded_;
  Sample ms_;
  std::atomic<std::uint64_t> done_{0};
};

}  // namespace ktour
