// Every way to run a model, for suites that must hold for all of them: the CPU device with several
// thread counts and batches, and the CUDA device's level pipeline on the host backend, with and
// without recorded graphs, in one batch, in tiny batches, and short of memory. A model whose states
// scatter has the devices for such models, and one of a few slots that streams its levels.
//
// run_everywhere(model, check) calls check(name, run, device) for each; `run` has kept its levels
// where the device can.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cpu_device.hpp"
#include "emulation/host_backend.hpp"
#include "engine.hpp"
#include "pipeline.hpp"
#include "scattered_levels.hpp"
#include "table_device.hpp"

namespace ktour {

template <class M>
struct DevicesOf {
  using Cpu = TableDevice<M>;
  using Options = TableOptions;
  using Pipeline = ScatteredLevels<M, HostBackend>;
};
template <OrderedRoutes M>
struct DevicesOf<M> {
  using Cpu = CpuDevice<M>;
  using Options = CpuOptions;
  using Pipeline = LevelPipeline<M, HostBackend>;
};

template <class D>
EngineRun<typename D::State> run_all_levels(D& device, int samples = 3) {
  EngineRun<typename D::State> run(true);
  run_levels(device, {true, ~std::uint64_t{0}, samples}, run, [](const LevelStatistics&) {});
  return run;
}

struct CpuCase {
  int threads;
  std::uint64_t batch_states;
};

template <class M, class Check>
void run_on_cpu(const M& model, const std::vector<CpuCase>& cases, Check&& check) {
  for (const CpuCase& one : cases) {
    typename DevicesOf<M>::Options options;
    options.threads = one.threads;
    options.batch_states = one.batch_states;
    typename DevicesOf<M>::Cpu device(model, options);
    const auto run = run_all_levels(device);
    check("cpu, " + std::to_string(one.threads) + " threads, batch " +
              std::to_string(one.batch_states),
          run, device);
  }
}

struct PipelineCase {
  std::string name;
  PipelineOptions options;
};

inline constexpr std::uint64_t kManyStates = std::uint64_t{1} << 20;

inline PipelineCase pipeline_case(const std::string& name, bool graphs,
                                  std::uint64_t small_children, std::uint64_t batch_states,
                                  std::uint64_t memory_bytes = ~std::uint64_t{0}) {
  PipelineOptions options;
  options.graphs = graphs;
  options.small_children = small_children;
  options.batch_states = batch_states;
  options.memory_bytes = memory_bytes;
  return {"pipeline, " + name, options};
}

template <class M, class Check>
void run_on_pipeline(const M& model, const std::vector<PipelineCase>& cases, Check&& check) {
  for (const PipelineCase& one : cases) {
    HostBackend backend;
    typename DevicesOf<M>::Pipeline device(model, backend, one.options);
    const auto run = run_all_levels(device);
    check(one.name, run, device);
  }
}

// Batches of one state only where there are few states: each costs several launches.
template <class M, class Check>
void run_everywhere(const M& model, Check&& check) {
  const bool few_states = model.last_level() < 13;
  std::vector<CpuCase> cpu_cases{{1, 4096}, {2, 4096}, {3, 100}, {8, 1000}};
  std::vector<PipelineCase> pipeline_cases{
      pipeline_case("recorded graphs", true, kManyStates, kManyStates),
      pipeline_case("step by step", false, kManyStates, kManyStates),
      pipeline_case("large levels, one batch", true, 0, kManyStates),
      pipeline_case("small and large levels", true, 1024, kManyStates),
      pipeline_case("batches of 1000", true, 0, 1000),
  };
  if (few_states) {
    cpu_cases.insert(cpu_cases.end(), {{1, 1}, {2, 2}, {8, 1}});
    pipeline_cases.push_back(pipeline_case("batches of 1", true, 0, 1));
    pipeline_cases.push_back(pipeline_case("batches of 7", true, 0, 7));
  }
  if (!OrderedRoutes<M>)
    pipeline_cases.push_back(pipeline_case("short of memory", false, 0, 100, 20'000));
  run_on_cpu(model, cpu_cases, check);
  run_on_pipeline(model, pipeline_cases, check);
}

}  // namespace ktour
