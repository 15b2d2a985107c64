// How a level too large for one program is expanded: a batch of the front's states is counted, the
// total awaited, and exactly that written. Children of several batches pile up in the same buffer,
// which is merged whenever it is full; what then takes too much of it still may be taken away, or
// batches become smaller.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "device.hpp"
#include "errors.hpp"
#include "level_steps.hpp"
#include "model.hpp"
#include "pipeline_options.hpp"
#include "statistics.hpp"

namespace ktour {

// A level that does not fit the device's memory, but may fit elsewhere.
struct LevelTooLarge : SpaceError {
  using SpaceError::SpaceError;
};

// A multiplicity that needs more bits than there are.
struct MultiplicityTooWide : SpaceError {
  using SpaceError::SpaceError;
};

// A defect of sizing, or a number or a state that does not fit, must never become a wrong count.
template <Model M, class Amount>
void check_level(const LevelCounters& counters, int level) {
  if (counters.refused != 0)
    throw std::logic_error("level " + std::to_string(level) +
                           ": children were written past the end of their buffer");
  if (counters.unheld != 0) throw word_too_small(level + 1);
  if (counters.saturated != 0)
    throw MultiplicityTooWide(
        "level " + std::to_string(level + 1) + ": a multiplicity exceeds " +
        std::to_string(8 * sizeof(Amount)) + " bits; " +
        (OrderedRoutes<M> ? "the path model cannot count this board" : "use --device cpu"));
}

template <Model M, class Amount, Backend B>
class BatchExpansion {
 public:
  using Steps = LevelSteps<M, Amount, B>;

  BatchExpansion(const M& model, B& backend, const PipelineOptions& options, Steps& steps)
      : backend_(backend),
        options_(options),
        steps_(steps),
        advice_(OrderedRoutes<M> && !model.prunes() ? ", or drop hopeless states with --prune all"
                                                    : "") {}

  // Children in the buffer, and whether they are free of duplicates.
  struct Pile {
    std::uint64_t states = 0;
    bool is_merged = true;
  };

  // Puts the children of the front's `states` onto the pile. `make_room(slots)` says whether the
  // buffers hold so many; `relieve(must)` may take the whole merged pile away, leaves it where it
  // is small and `must` is false, and says what it did. Adds to the row's times. Throws
  // Interrupted, LevelTooLarge.
  template <class MakeRoom, class Relieve>
  void expand(int level, std::uint64_t states, Pile& pile, LevelStatistics& row,
              MakeRoom&& make_room, Relieve&& relieve) {
    std::uint64_t batch = std::min(options_.batch_states, states);
    steps_.make_batch_room(batch);
    bool is_counted = false;  // from `first` on, `batch` states or more
    for (std::uint64_t first = 0; first < states;) {
      throw_if_stopped();
      batch = std::min(batch, states - first);
      const std::uint64_t more =
          std::exchange(is_counted, true) ? total(batch) : count(first, batch, row);
      if (make_room(pile.states + more)) {
        write(first, batch, pile.states, row);
        pile = {pile.states + more, false};
        first += batch;
        is_counted = false;
        if (options_.expanded != nullptr) *options_.expanded += batch;
      } else if (!pile.is_merged) {
        merge(pile, row);
        if (relieve(false)) pile = {};
      } else if (pile.states > 0 && relieve(true)) {
        pile = {};
      } else if (batch > 1) {
        batch /= 2;
      } else {
        throw_too_large(level, pile.states, more);
      }
    }
  }

  void merge(Pile& pile, LevelStatistics& row) {
    backend_.mark(Steps::kExpanded);
    steps_.merge(pile.states);
    backend_.mark(Steps::kMerged);
    steps_.fetch_counters();
    backend_.synchronize();
    add_times(row, Steps::kExpanded);
    pile = {steps_.counters().merged, true};
  }

  void throw_if_stopped() const {
    if (options_.stop != nullptr && *options_.stop) throw Interrupted();
  }

  void add_times(LevelStatistics& row, typename Steps::Mark begin) const {
    if (begin == Steps::kBegin)
      row.ms(Phase::kExpand) += backend_.elapsed_ms(Steps::kBegin, Steps::kExpanded);
    row.ms(Phase::kRoute) += backend_.elapsed_ms(Steps::kExpanded, Steps::kRouted);
    row.ms(Phase::kMerge) += backend_.elapsed_ms(Steps::kRouted, Steps::kMerged);
  }

  [[noreturn]] void throw_too_large(int level, std::uint64_t children, std::uint64_t more) const {
    throw LevelTooLarge(
        "level " + std::to_string(level + 1) + " does not fit: it has at least " +
        std::to_string(children) + " states, and " + std::to_string(children + more) +
        " slots of " + std::to_string(Steps::Buffers::kBytesPerSlot) +
        " bytes exceed the device's budget of " + std::to_string(options_.memory_bytes) +
        " bytes; raise --memory, use --device cpu" + advice_);
  }

 private:
  std::uint64_t count(std::uint64_t first, std::uint64_t batch, LevelStatistics& row) {
    backend_.mark(Steps::kBegin);
    steps_.count(first, batch);
    backend_.mark(Steps::kExpanded);
    const std::uint64_t children = total(batch);
    row.ms(Phase::kExpand) += backend_.elapsed_ms(Steps::kBegin, Steps::kExpanded);
    return children;
  }

  // Children of the first `batch` states counted.
  std::uint64_t total(std::uint64_t batch) {
    steps_.fetch_total(batch);
    backend_.synchronize();
    return steps_.total();
  }

  void write(std::uint64_t first, std::uint64_t batch, std::uint64_t children,
             LevelStatistics& row) {
    backend_.mark(Steps::kBegin);
    steps_.write(first, batch, children);
    backend_.mark(Steps::kExpanded);
    backend_.synchronize();
    row.ms(Phase::kExpand) += backend_.elapsed_ms(Steps::kBegin, Steps::kExpanded);
  }

  B& backend_;
  const PipelineOptions& options_;
  Steps& steps_;
  const char* advice_;
};

}  // namespace ktour
