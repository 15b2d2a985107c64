// One run of the path model: picks the word that a state needs and the device, runs all levels, and
// unfolds. Everything that depends on the types ends here; what comes out is plain.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device_choice.hpp"
#include "errors.hpp"
#include "pipeline_options.hpp"
#include "question.hpp"
#include "statistics.hpp"

namespace ktour {

// A state of a level to look at.
struct SampleState {
  std::uint64_t visited = 0;  // mask
  int endpoint = 0;
  Multiplicity multiplicity = 0;
  std::vector<int>
      path;  // one way to reach it, from its first square; empty if levels were not kept
};

// The frontier of the level that is expanded next.
struct FrontierView {
  int level = 0;
  std::uint64_t states = 0;
  std::span<const std::uint64_t> inbox_states;  // by inbox; empty where the device does not say
  std::span<const SampleState> samples;
};

struct RunOptions {
  DeviceChoice device;
  int threads = 1;
  std::uint64_t memory_bytes = 0;   // what the device may take, archive included on the host
  std::uint64_t archive_bytes = 0;  // of host memory, for the levels that the unfold needs
  std::uint64_t host_bytes = ~std::uint64_t{0};  // likewise, for levels too large for a GPU
  std::uint64_t batch_states = 0;                // 0: the device's own choice
  bool graphs = true;
  int samples = 0;                         // of each level
  std::uint64_t most_tours_to_unfold = 0;  // unfold if there are no more; 0: never
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const LevelStatistics&)> on_level;  // at every barrier
  // At every barrier and before the first level, with what comes next. The search goes on when it
  // returns; the time it takes is not counted.
  std::function<void(const FrontierView&)> on_frontier;
  // Called for every tour as the unfold meets it, its squares from the last back to the first; it
  // ends the unfold by returning false. See src/unfold.hpp for the order.
  std::function<bool(std::span<const std::uint8_t>)> on_tour;
};

// What of the options concerns a GPU.
PipelineOptions pipeline_options(const RunOptions& options);

struct RunFailure {
  ExitCode exit_code;
  std::string message;
};

struct RunResult {
  RunStatistics statistics;
  std::vector<std::vector<SampleState>> samples;  // by level
  int state_bits = 0;
  int word_bits = 0;
  bool levels_kept = false;
  std::optional<std::uint64_t> tours_unfolded;  // if all were
  double unfold_ms = 0;
  // Why the run stopped before its end. Then statistics.complete says whether the count is valid.
  std::optional<RunFailure> failure;
};

// What RunOptions::on_tour is given, in the order of visit. Where every start and end square is asked
// for, the reverse of an open tour is a tour too: it is taken as it comes, which makes the order of
// the tours lexicographic.
void in_order_of_visit(const Question& question, std::span<const std::uint8_t> from_the_end,
                       std::vector<std::uint8_t>& tour);

// Does not throw for what happens on the way (no memory, an interruption, a lost device): the
// result then holds the complete levels and the failure. Throws UsageError for a question without
// sense.
RunResult run_path_model(const Question& question, const RunOptions& options);

}  // namespace ktour
