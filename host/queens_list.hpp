// The solutions of the queens model one by one, in lexicographic order of the rows of their queens,
// column by column: depth first, as the model makes children by ascending row. Nothing is kept, so
// the first ones come at once however many queens there are.
//
// A walk from which equal states have been merged away would need all levels first, and they outgrow
// memory long before a list of solutions outgrows a disk. See docs/queens.md for what it would gain.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

#include "errors.hpp"
#include "output_buffer.hpp"
#include "queens_model.hpp"

namespace ktour {

class QueensWalk {
 public:
  // `half`: only one of each solution and its mirror image, the first of the two. `stop` may be null.
  QueensWalk(int queens, bool half, const std::atomic<bool>* stop)
      : model_(queens, {false, false, half}), stop_(stop) {}

  // Calls on_solution(rows), from 0 by column, until it returns false. Throws Interrupted.
  template <class OnSolution>
  void run(OnSolution&& on_solution) {
    fill(model_.roots().front(), 0, on_solution);
  }

 private:
  // False where the walk is to end.
  template <class OnSolution>
  bool fill(QueensModel::State state, int column, OnSolution&& on_solution) {
    if (column == model_.last_level())
      return on_solution(std::span<const int>(rows_).first(static_cast<std::size_t>(column)));
    if (stop_ != nullptr && *stop_) throw Interrupted();
    const std::uint64_t used = model_.decode(state).rows;
    bool goes_on = true;
    model_.expand(state, column, [&](QueensModel::State child) {
      if (!goes_on) return;
      rows_[static_cast<std::size_t>(column)] = lowest_bit(model_.decode(child).rows & ~used);
      goes_on = fill(child, column + 1, on_solution);
    });
    return goes_on;
  }

  QueensModel model_;
  const std::atomic<bool>* stop_;
  std::array<int, QueensModel::kMostQueens> rows_{};  // by column
};

enum class SolutionFormat { kText, kJson };

// Reads text or json. Throws UsageError.
SolutionFormat parse_solution_format(const std::string& name);

// Writes solutions as they come (docs/formats.md), rows from 1.
class SolutionWriter {
 public:
  // Writes to `stream`, which stays open. Throws SpaceError and ReaderGone where writing fails, here
  // and below.
  SolutionWriter(std::FILE* stream, SolutionFormat format, int queens, bool fundamental);

  // Rows from 0 by column.
  void write(std::span<const int> rows);
  // Ends the output; `complete` is false where solutions are missing.
  void finish(bool complete);

  std::uint64_t written() const { return written_; }

 private:
  SolutionFormat format_;
  OutputBuffer buffer_;
  std::uint64_t written_ = 0;
};

}  // namespace ktour
