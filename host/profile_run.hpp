// One run of the profile model: from a question to a count, with checkpoints. Everything that
// depends on the word of a state ends here.
#pragma once

#include <atomic>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "path_run.hpp"
#include "profile_model.hpp"
#include "statistics.hpp"
#include "strip.hpp"

namespace ktour {

struct ProfileQuestion {
  Strip strip;
  ProfileCount count = ProfileCount::kOpen;
  ProfileRules rules;
};

struct CheckpointOptions {
  std::string directory;  // empty: none are written
  double interval_s = 600;
  nlohmann::ordered_json parameters;  // what the run was asked, to be found again by who resumes
  // Whether levels that do not fit in memory go on in the directory; then there is a checkpoint at
  // every barrier. Else such a level ends the run.
  bool spills = false;
};

struct ProfileResult {
  // `tours` are undirected where all tours were asked for, else directed.
  RunStatistics statistics;
  int state_bits = 0;
  int word_bits = 0;
  int limbs = 1;           // 64-bit words of a multiplicity, at the end
  int resumed_level = -1;  // the level a checkpoint was read at
  int spilled_level = -1;  // the first one that was kept on disk
  std::optional<RunFailure> failure;
};

// Continues from the directory's checkpoint where it has one; `options.on_level` is then told of the
// levels in it too. Does not throw for what happens on the way: the result then holds the failure, and
// a checkpoint has been written if one was asked for. Throws UsageError for a question the model does
// not take, DeviceError for a device that it does not run on, CorruptInput for a checkpoint that is
// damaged or of another run. `expanded`, if not null, counts the states expanded.
ProfileResult run_profile_model(const ProfileQuestion& question, const RunOptions& options,
                                const CheckpointOptions& checkpoint,
                                std::atomic<std::uint64_t>* expanded = nullptr);

// The directed tours that a run counted.
Count directed_tours(const ProfileQuestion& question, const ProfileResult& result);

}  // namespace ktour
