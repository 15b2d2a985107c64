#include "path_run.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "cpu_device.hpp"
#include "cuda_models.hpp"
#include "engine.hpp"
#include "unfold.hpp"

namespace ktour {
namespace {

constexpr std::uint64_t kToursInBatch = 1 << 14;

template <class M>
SampleState describe(const M& model, const LevelArchive<typename M::State>& archive,
                     const StateSample<typename M::State>& sample, int level) {
  SampleState described{
      model.visited(sample.state), model.endpoint(sample.state), sample.multiplicity, {}};
  if (archive.kept()) described.path = first_path_to(model, archive, sample.state, level);
  return described;
}

template <class D>
void unfold_into(D& device, const LevelArchive<typename D::State>& archive,
                 const RunOptions& options, RunResult& result) {
  const auto start = std::chrono::steady_clock::now();
  bool all = true;
  const std::uint64_t tours = unfold(device, archive, kToursInBatch, [&](auto squares) {
    if (options.on_tour) all = options.on_tour(squares);
    return all;
  });
  if (all) result.tours_unfolded = tours;
  result.unfold_ms = ms_since(start);
}

template <class D>
void run_on(D& device, const RunOptions& options, RunResult& result) {
  using State = typename D::State;
  const auto& model = device.model();
  result.state_bits = model.state_bits();
  result.word_bits = 8 * static_cast<int>(sizeof(State));

  const bool keep = options.most_tours_to_unfold > 0 || options.samples > 0;
  EngineRun<State> run(keep);
  std::optional<RunFailure> failure;
  try {
    run_levels(
        device, {keep, options.archive_bytes, options.samples}, run,
        [&](const LevelStatistics& row) {
          if (options.on_level) options.on_level(row);
        },
        [&](int level, std::uint64_t states, const std::vector<StateSample<State>>& samples) {
          std::vector<SampleState>& described = result.samples.emplace_back();
          for (const auto& sample : samples)
            described.push_back(describe(model, run.archive, sample, level));
          if (!options.on_frontier) return;
          std::vector<std::uint64_t> inbox_states;
          if constexpr (requires { device.inbox_states(); }) inbox_states = device.inbox_states();
          options.on_frontier({level, states, inbox_states, described});
        });
    if (run.archive.kept() && run.statistics.tours <= options.most_tours_to_unfold)
      unfold_into(device, run.archive, options, result);
  } catch (const Error& error) {
    failure = {error.exit_code(), error.what()};
  } catch (const std::bad_alloc&) {
    failure = {kExitNoSpace, "the system refused memory; free some or set a lower --memory"};
  }
  result.samples.resize(std::min(result.samples.size(), run.statistics.levels.size()));
  result.levels_kept = run.archive.kept();
  result.statistics = std::move(run.statistics);
  result.failure = std::move(failure);
}

template <class Word>
void run_with_word(const Question& question, const RunOptions& options, RunResult& result) {
  const PathModel<Word> model(question.board, question.goal, question.starts, question.rules,
                              question.ends);
  if (options.device.kind == DeviceKind::kCuda) {
#if KTOUR_WITH_CUDA
    CudaDevice<PathModel<Word>> device(model, options.device.cuda.value().index,
                                       pipeline_options(options));
    run_on(device, options, result);
    return;
#else
    throw DeviceError("this program was built without the CUDA toolkit; use --device cpu");
#endif
  }
  CpuOptions cpu;
  cpu.threads = options.threads;
  if (options.batch_states > 0) cpu.batch_states = options.batch_states;
  cpu.memory_bytes = options.memory_bytes;
  cpu.stop = options.stop;
  CpuDevice<PathModel<Word>> device(model, cpu);
  run_on(device, options, result);
}

}  // namespace

PipelineOptions pipeline_options(const RunOptions& options) {
  PipelineOptions pipeline;
  if (options.batch_states > 0) pipeline.batch_states = options.batch_states;
  pipeline.memory_bytes = options.memory_bytes;
  pipeline.host_bytes = options.host_bytes;
  pipeline.graphs = options.graphs;
  pipeline.stop = options.stop;
  return pipeline;
}

void in_order_of_visit(const Question& question, std::span<const std::uint8_t> from_the_end,
                       std::vector<std::uint8_t>& tour) {
  tour.assign(from_the_end.begin(), from_the_end.end());
  if (question.goal == Goal::kClosed || !question.all_tours())
    std::reverse(tour.begin(), tour.end());
}

RunResult run_path_model(const Question& question, const RunOptions& options) {
  RunResult result;
  const int bits = path_state_bits(question.board.area());
  if (bits <= 32)
    run_with_word<std::uint32_t>(question, options, result);
  else if (bits <= 64)
    run_with_word<std::uint64_t>(question, options, result);
  else
    run_with_word<Uint128>(question, options, result);
  return result;
}

}  // namespace ktour
