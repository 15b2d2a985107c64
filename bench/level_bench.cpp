// The level engine beside a plain optimised backtracker and the pthread tree, in one run on one
// thread each, on the same boards: all start squares, all open tours. Counters: states per second
// in all and by phase, and how many times the backtracker's work one level search replaces.
//
//   ktour_bench --benchmark_enable_random_interleaving=true --benchmark_repetitions=5
#include <benchmark/benchmark.h>

#include "backtracker.hpp"
#include "path_run.hpp"
#include "question.hpp"
#include "thread_tree.hpp"

namespace ktour {
namespace {

const char* const kBoards[] = {"4x5", "5x5", "4x6", "5x6"};

Board board_of(const benchmark::State& state) {
  return Board::parse(kBoards[static_cast<std::size_t>(state.range(0))]);
}

void level_engine(benchmark::State& state, const char* rules, int threads) {
  const Question question =
      Question::for_all_tours(board_of(state), Goal::kOpen, PruneRules::parse(rules));
  RunOptions options;
  options.threads = threads;
  options.memory_bytes = std::uint64_t{8} << 30;
  std::array<double, 3> phase_ms{};
  double states = 0;
  std::string tours;
  for (auto step : state) {
    const RunResult result = run_path_model(question, options);
    tours = to_decimal(result.statistics.tours);
    for (const LevelStatistics& row : result.statistics.levels) {
      states += static_cast<double>(row.frontier);
      for (std::size_t phase = 0; phase < phase_ms.size(); ++phase)
        phase_ms[phase] += row.phase_ms[phase];
    }
  }
  state.SetLabel(question.board.name() + ", " + tours + " directed tours");
  state.counters["states/s"] = benchmark::Counter(states, benchmark::Counter::kIsRate);
  state.counters["states/s in expand"] = states / phase_ms[0] * 1e3;
  state.counters["states/s in route"] = states / phase_ms[1] * 1e3;
  state.counters["states/s in merge"] = states / phase_ms[2] * 1e3;
  state.counters["states"] = benchmark::Counter(states, benchmark::Counter::kAvgIterations);
}

void backtracker(benchmark::State& state) {
  const Board board = board_of(state);
  std::uint64_t nodes = 0;
  std::uint64_t tours = 0;
  for (auto step : state) tours = backtrack_open_tours(board, &nodes);
  state.SetLabel(board.name() + ", " + std::to_string(tours) + " directed tours");
  state.counters["partial tours"] = static_cast<double>(nodes);
}

void thread_tree(benchmark::State& state) {
  const Board board = board_of(state);
  TreeCount tree;
  for (auto step : state) tree = count_with_thread_tree(board, {});
  state.SetLabel(board.name() + ", " + to_decimal(tree.total()) + " directed tours");
  state.counters["partial tours"] = static_cast<double>(tree.nodes);
}

BENCHMARK_CAPTURE(level_engine, all states, "none", 1)
    ->DenseRange(0, 3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(level_engine, two threads, "none", 2)
    ->DenseRange(0, 3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(level_engine, pruned, "all", 1)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);
BENCHMARK(backtracker)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);
BENCHMARK(thread_tree)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ktour

BENCHMARK_MAIN();
