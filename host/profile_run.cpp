#include "profile_run.hpp"

#include <new>
#include <utility>

#include "checkpoint.hpp"
#include "engine.hpp"
#include "level_json.hpp"
#include "table_device.hpp"

namespace ktour {
namespace {

using Json = nlohmann::ordered_json;

// Narrow strips have few states, and a short window of them fits a small word.
bool fits_small_word(const ProfileQuestion& question) {
  constexpr int kNarrow = 4;
  const int columns = profile_window_columns<std::uint64_t>(question.strip, question.count);
  return columns == question.strip.columns || question.strip.rows <= kNarrow;
}

template <class D>
void write_checkpoint(D& device, int level, const RunStatistics& statistics,
                      const CheckpointOptions& options) {
  CheckpointHeader header;
  header.parameters = options.parameters;
  header.level = level;
  header.limbs = device.limbs();
  header.word_bytes = static_cast<int>(sizeof(typename D::State));
  for (const LevelStatistics& row : statistics.levels) header.levels.push_back(level_to_json(row));
  const auto& frontier = device.frontier();
  for (const auto& shard : frontier) header.shard_lengths.push_back(shard.length());
  CheckpointWriter writer(options.directory, header);
  for (const auto& shard : frontier) {
    if (shard.length() == 0) continue;
    writer.write(shard.words.data(), shard.length() * sizeof(typename D::State));
    writer.write(shard.limbs.data(), shard.limbs.capacity() * sizeof(std::uint64_t));
  }
  writer.commit();
}

[[noreturn]] void refuse(const CheckpointOptions& options, const std::string& reason) {
  throw CorruptInput("the checkpoint in " + options.directory + " " + reason +
                     "; it was left as it is");
}

// Returns the level that the device now holds.
template <class D>
int read_checkpoint(D& device, const CheckpointOptions& options, RunStatistics& statistics) {
  using State = typename D::State;
  CheckpointReader reader(options.directory);
  const CheckpointHeader& header = reader.header();
  if (header.parameters != options.parameters)
    refuse(options, "belongs to another run (" + header.parameters.dump() + ")");
  if (header.word_bytes != static_cast<int>(sizeof(State)) || header.limbs < 1 ||
      header.level < 0 || header.level > device.model().last_level() ||
      header.levels.size() != static_cast<std::size_t>(header.level))
    refuse(options, "does not fit this program's model of the board");
  try {
    for (const Json& level : header.levels) statistics.levels.push_back(level_from_json(level));
  } catch (const std::exception& error) {
    refuse(options, std::string("has level statistics that make no sense: ") + error.what());
  }
  for (const LevelStatistics& row : statistics.levels) statistics.wall_ms += row.wall_ms;
  std::vector<WideShard<State>> shards;
  for (const std::uint64_t length : header.shard_lengths) {
    WideShard<State> shard(length, header.limbs);
    if (length > 0) {
      reader.read(shard.words.data(), length * sizeof(State));
      reader.read(shard.limbs.data(), shard.limbs.capacity() * sizeof(std::uint64_t));
    }
    shards.push_back(std::move(shard));
  }
  reader.finish();
  device.resume(std::move(shards), header.limbs);
  return header.level;
}

template <class D>
void run_on(D& device, const RunOptions& options, const CheckpointOptions& checkpoint,
            ProfileResult& result) {
  using State = typename D::State;
  const auto& model = device.model();
  result.state_bits = model.state_bits();
  result.word_bits = 8 * static_cast<int>(sizeof(State));

  EngineRun<State> run(false);
  EngineOptions engine;
  engine.keep_levels = false;
  const bool writes = !checkpoint.directory.empty();
  if (writes && has_checkpoint(checkpoint.directory)) {
    engine.first_level = read_checkpoint(device, checkpoint, run.statistics);
    result.resumed_level = engine.first_level;
  }
  int level = engine.first_level;  // what the device holds
  auto last_write = std::chrono::steady_clock::now();
  try {
    run_levels(device, engine, run, [&](const LevelStatistics& row) {
      if (options.on_level) options.on_level(row);
      if (row.depth == model.last_level()) return;
      level = row.depth + 1;
      if (writes && ms_since(last_write) >= checkpoint.interval_s * 1e3) {
        write_checkpoint(device, level, run.statistics, checkpoint);
        last_write = std::chrono::steady_clock::now();
      }
    });
  } catch (const Error& error) {
    result.failure = {error.exit_code(), error.what()};
  } catch (const std::bad_alloc&) {
    result.failure = {kExitNoSpace, "the system refused memory; free some or set a lower --memory"};
  }
  // A level that could not be finished did not happen: the device still holds the one before.
  if (writes && result.failure && level > 0) {
    try {
      write_checkpoint(device, level, run.statistics, checkpoint);
    } catch (const Error& error) {
      result.failure->message += std::string("; and no checkpoint was written: ") + error.what();
    }
  }
  result.limbs = device.limbs();
  result.statistics = std::move(run.statistics);
}

template <class Word>
void run_with_word(const ProfileQuestion& question, const RunOptions& options,
                   const CheckpointOptions& checkpoint, std::atomic<std::uint64_t>* expanded,
                   ProfileResult& result) {
  const ProfileModel<Word> model(question.strip, question.count, question.rules);
  if (options.device.kind == DeviceKind::kCuda) {
#if KTOUR_WITH_CUDA
    PipelineOptions pipeline = pipeline_options(options);
    pipeline.expanded = expanded;
    CudaDevice<ProfileModel<Word>> device(model, options.device.cuda.value().index, pipeline);
    run_on(device, options, checkpoint, result);
    return;
#else
    throw DeviceError("this program was built without the CUDA toolkit; use --device cpu");
#endif
  }
  TableOptions table;
  table.threads = options.threads;
  if (options.batch_states > 0) table.batch_states = options.batch_states;
  table.memory_bytes = options.memory_bytes;
  table.stop = options.stop;
  table.expanded = expanded;
  TableDevice<ProfileModel<Word>> device(model, table);
  run_on(device, options, checkpoint, result);
}

}  // namespace

ProfileResult run_profile_model(const ProfileQuestion& question, const RunOptions& options,
                                const CheckpointOptions& checkpoint,
                                std::atomic<std::uint64_t>* expanded) {
  ProfileResult result;
  if (fits_small_word(question))
    run_with_word<std::uint64_t>(question, options, checkpoint, expanded, result);
  else
    run_with_word<Uint128>(question, options, checkpoint, expanded, result);
  return result;
}

Count directed_tours(const ProfileQuestion& question, const ProfileResult& result) {
  const Count& tours = result.statistics.tours;
  return question.count == ProfileCount::kOpenFromStarts ? tours : tours + tours;
}

}  // namespace ktour
