#include "profile_run.hpp"

#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "checkpoint.hpp"
#include "cuda_models.hpp"
#include "engine.hpp"
#include "level_json.hpp"
#include "spill_device.hpp"
#include "state_file.hpp"
#include "table_device.hpp"
#include "table_options.hpp"

namespace ktour {
namespace {

using Json = nlohmann::ordered_json;

// Narrow strips have few states, and a short window of them fits a small word.
bool fits_small_word(const ProfileQuestion& question) {
  constexpr int kNarrow = 4;
  const int columns = profile_window_columns<std::uint64_t>(question.strip, question.count);
  return columns == question.strip.columns || question.strip.rows <= kNarrow;
}

[[noreturn]] void refuse(const CheckpointOptions& options, const std::string& reason) {
  throw CorruptInput("the checkpoint in " + options.directory + " " + reason +
                     "; it was left as it is");
}

// One run with one word: levels in memory, of this machine or of a GPU, as long as they fit, then on
// disk.
template <class Word, class InMemory>
class ProfileRun {
 public:
  using Model = ProfileModel<Word>;

  ProfileRun(const Model& model, std::unique_ptr<InMemory> device, const TableOptions& table,
             const RunOptions& options, const CheckpointOptions& checkpoint)
      : model_(model),
        options_(options),
        checkpoint_(checkpoint),
        table_(table),
        in_memory_(std::move(device)) {}

  ProfileResult run() {
    result_.state_bits = model_.state_bits();
    result_.word_bits = 8 * static_cast<int>(sizeof(Word));
    if (writes() && has_checkpoint(checkpoint_.directory)) read_checkpoint();
    try {
      if (in_memory_) run_in_memory();
      if (on_disk_) run_levels_of(*on_disk_);
    } catch (const Error& error) {
      result_.failure = {error.exit_code(), error.what()};
    } catch (const std::bad_alloc&) {
      result_.failure = {kExitNoSpace,
                         "the system refused memory; free some or set a lower --memory"};
    }
    // A level that could not be finished did not happen: the device still holds the one before.
    if (writes() && result_.failure && level_ > 0) {
      try {
        write_checkpoint();
      } catch (const Error& error) {
        result_.failure->message += std::string("; and no checkpoint was written: ") + error.what();
      }
    }
    result_.limbs = on_disk_ ? on_disk_->limbs() : in_memory_->limbs();
    result_.statistics = std::move(run_.statistics);
    return std::move(result_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool writes() const { return !checkpoint_.directory.empty(); }

  void run_in_memory() {
    try {
      run_levels_of(*in_memory_);
    } catch (const SpaceError&) {
      if (!checkpoint_.spills) throw;
      move_to_disk();
    }
  }

  template <class D>
  void run_levels_of(D& device) {
    EngineOptions engine;
    engine.keep_levels = false;
    engine.first_level = level_;
    run_levels(device, engine, run_, [&](const LevelStatistics& row) {
      if (options_.on_level) options_.on_level(row);
      if (row.depth == model_.last_level()) return;
      level_ = row.depth + 1;
      if (writes() && (on_disk_ || ms_since(last_write_) >= checkpoint_.interval_s * 1e3))
        write_checkpoint();
    });
  }

  void move_to_disk() {
    open_spill_directory("");
    on_disk_.emplace(model_, table_, *spill_);
    result_.spilled_level = level_;
    if (level_ > 0) {
      const int limbs = in_memory_->limbs();
      std::vector<WideShard<Word>> shards = in_memory_->take_frontier();
      in_memory_.reset();
      on_disk_->adopt(level_, std::move(shards), limbs);
      write_checkpoint();
    }
    in_memory_.reset();
  }

  void open_spill_directory(const std::string& kept_file) {
    spill_.emplace(checkpoint_.directory);
    spill_->clear(kept_file);
  }

  void write_checkpoint() {
    CheckpointHeader header;
    header.parameters = checkpoint_.parameters;
    header.level = level_;
    header.word_bytes = static_cast<int>(sizeof(Word));
    for (const LevelStatistics& row : run_.statistics.levels)
      header.levels.push_back(level_to_json(row));
    if (on_disk_) {
      header.limbs = on_disk_->limbs();
      header.state_file = std::filesystem::path(on_disk_->file().path()).filename().string();
      header.state_file_checksum = on_disk_->file().checksum();
      CheckpointWriter(checkpoint_.directory, header).commit();
      on_disk_->keep_current();
    } else {
      header.limbs = in_memory_->limbs();
      const auto& frontier = in_memory_->frontier();
      for (const auto& shard : frontier) header.shard_lengths.push_back(shard.length());
      CheckpointWriter writer(checkpoint_.directory, header);
      for (const auto& shard : frontier) {
        if (shard.length() == 0) continue;
        writer.write(shard.words.data(), shard.length() * sizeof(Word));
        writer.write(shard.limbs.data(), shard.limbs.capacity() * sizeof(std::uint64_t));
      }
      writer.commit();
    }
    last_write_ = Clock::now();
  }

  void read_checkpoint() {
    CheckpointReader reader(checkpoint_.directory);
    const CheckpointHeader& header = reader.header();
    if (header.parameters != checkpoint_.parameters)
      refuse(checkpoint_, "belongs to another run (" + header.parameters.dump() + ")");
    if (header.word_bytes != static_cast<int>(sizeof(Word)) || header.limbs < 1 ||
        header.level < 0 || header.level > model_.last_level() ||
        header.levels.size() != static_cast<std::size_t>(header.level))
      refuse(checkpoint_, "does not fit this program's model of the board");
    RunStatistics& statistics = run_.statistics;
    try {
      for (const Json& level : header.levels) statistics.levels.push_back(level_from_json(level));
    } catch (const std::exception& error) {
      refuse(checkpoint_, std::string("has level statistics that make no sense: ") + error.what());
    }
    for (const LevelStatistics& row : statistics.levels) {
      statistics.wall_ms += row.wall_ms;
      if (options_.on_level) options_.on_level(row);
    }
    level_ = result_.resumed_level = header.level;
    if (header.state_file.empty())
      read_shards(reader);
    else
      open_state_file(header);
    reader.finish();
  }

  void read_shards(CheckpointReader& reader) {
    const CheckpointHeader& header = reader.header();
    std::vector<WideShard<Word>> shards;
    for (const std::uint64_t length : header.shard_lengths) {
      WideShard<Word> shard(length, header.limbs);
      if (length > 0) {
        reader.read(shard.words.data(), length * sizeof(Word));
        reader.read(shard.limbs.data(), shard.limbs.capacity() * sizeof(std::uint64_t));
      }
      shards.push_back(std::move(shard));
    }
    in_memory_->resume(std::move(shards), header.limbs);
  }

  void open_state_file(const CheckpointHeader& header) {
    const std::filesystem::path path = std::filesystem::path(checkpoint_.directory) /
                                       std::filesystem::path(header.state_file).filename();
    auto file = std::make_unique<StateFile>(path.string());
    if (file->checksum() != header.state_file_checksum)
      refuse(checkpoint_, "goes with another file than '" + path.string() + "'");
    open_spill_directory(path.string());
    on_disk_.emplace(model_, table_, *spill_);
    on_disk_->resume(std::move(file), header.limbs);
    in_memory_.reset();
  }

  Model model_;
  const RunOptions& options_;
  const CheckpointOptions& checkpoint_;
  TableOptions table_;
  std::unique_ptr<InMemory> in_memory_;  // or on_disk_
  std::optional<SpillDirectory> spill_;
  std::optional<SpillDevice<Model>> on_disk_;
  EngineRun<Word> run_{false};
  ProfileResult result_;
  int level_ = 0;  // what the device holds
  Clock::time_point last_write_ = Clock::now();
};

template <class Word>
ProfileResult run_with_word(const ProfileQuestion& question, const RunOptions& options,
                            const CheckpointOptions& checkpoint,
                            std::atomic<std::uint64_t>* expanded) {
  TableOptions table = table_options(options, expanded);
  const ProfileModel<Word> model(question.strip, question.count, question.rules);
  if (options.device.kind == DeviceKind::kCuda) {
#if KTOUR_WITH_CUDA
    using Device = CudaDevice<CudaProfileModel<Word>>;
    PipelineOptions pipeline = pipeline_options(options);
    pipeline.expanded = expanded;
    table.memory_bytes = options.host_bytes;
    return ProfileRun<Word, Device>(
               model,
               std::make_unique<Device>(
                   CudaProfileModel<Word>(question.strip, question.count, question.rules),
                   options.device.cuda.value().index, pipeline),
               table, options, checkpoint)
        .run();
#else
    throw DeviceError("this program was built without the CUDA toolkit; use --device cpu");
#endif
  }
  using Device = TableDevice<ProfileModel<Word>>;
  return ProfileRun<Word, Device>(model, std::make_unique<Device>(model, table), table, options,
                                  checkpoint)
      .run();
}

}  // namespace

ProfileResult run_profile_model(const ProfileQuestion& question, const RunOptions& options,
                                const CheckpointOptions& checkpoint,
                                std::atomic<std::uint64_t>* expanded) {
  if (fits_small_word(question))
    return run_with_word<std::uint64_t>(question, options, checkpoint, expanded);
  return run_with_word<Uint128>(question, options, checkpoint, expanded);
}

Count directed_tours(const ProfileQuestion& question, const ProfileResult& result) {
  const Count& tours = result.statistics.tours;
  return question.count == ProfileCount::kOpenFromStarts ? tours : tours + tours;
}

}  // namespace ktour
