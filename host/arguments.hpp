// What the commands take from the command line, as text, and how it becomes a question and a run.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "path_run.hpp"
#include "profile_model.hpp"
#include "question.hpp"

namespace ktour {

struct QuestionArguments {
  std::string board;
  std::vector<std::string> missing;
  std::vector<std::string> starts;
  std::vector<std::string> ends;
  bool closed = false;
  std::string prune;
};

struct DeviceArguments {
  std::string device = "auto";
  int threads = 0;     // 0: all cores
  std::string memory;  // empty: most of what is available
  std::uint64_t batch_states = 0;
  bool no_graph = false;
};

// Throws UsageError.
Question read_question(const QuestionArguments& arguments);

// Reads "all", "none" or names with commas between; a rule brings those it needs. Throws UsageError.
ProfileRules parse_reductions(const std::string& text);

// Chooses the device and says on stderr which one `auto` took. Throws UsageError, DeviceError.
RunOptions read_run_options(const DeviceArguments& arguments);

// The commands. Each returns the exit code, prints its answer on stdout and all else on stderr.

struct RunArguments {
  QuestionArguments question;
  DeviceArguments device;
  std::string json_path;
  bool no_verify = false;
  int samples = 4;  // of each level
  std::uint64_t most_tours_to_unfold = 10'000'000;
};
int command_run(const RunArguments& arguments, const std::vector<std::string>& command_line);

struct CountArguments {
  QuestionArguments question;
  DeviceArguments device;
  std::string model = "auto";
  bool only_directed = false;
  std::string reductions = "all";    // of the profile model
  std::string json_path;             // empty: none
  std::string checkpoint_directory;  // empty: none are written
  double checkpoint_interval_s = 600;
  std::string spill_directory;  // the same, and levels that do not fit in memory go there
};
int command_count(const CountArguments& arguments, const std::vector<std::string>& command_line);

struct TableArguments {
  std::string boards;  // "3..8x3..12"
  DeviceArguments device;
  bool closed = false;
  bool directed = false;
  std::string limit;       // of one board, as in 60s; empty: none
  std::string json_path;   // empty: none
  std::string bfile_path;  // empty: none; "-": stdout, instead of the table
};
int command_table(const TableArguments& arguments, const std::vector<std::string>& command_line);

struct ResumeArguments {
  std::string directory;
  DeviceArguments device;
  std::string json_path;
  double checkpoint_interval_s = 600;
  bool spills = false;
};
int command_resume(const ResumeArguments& arguments, const std::vector<std::string>& command_line);

struct ListArguments {
  QuestionArguments question;
  DeviceArguments device;
  std::string format = "text";
  std::string output_path;  // empty: stdout
  std::uint64_t limit = 0;  // 0: all
  bool undirected = false;
};
int command_list(const ListArguments& arguments);

struct VerifyArguments {
  QuestionArguments question;
  DeviceArguments device;
  bool all = false;
  std::uint64_t most_states = 400'000;  // of one count, with --all
};
int command_verify(const VerifyArguments& arguments);

struct QueensArguments {
  int queens = 8;
  DeviceArguments device;
  std::vector<std::string> reductions{"all"};
  std::string json_path;  // empty: none
  bool no_verify = false;
  int depth_first_level = -1;  // from this level on, unless it is negative
  bool list = false;
  bool fundamental = false;  // this and the rest: of a list
  std::string format = "text";
  std::string output_path;  // empty: stdout
  std::uint64_t limit = 0;  // 0: all
};
int command_queens(const QueensArguments& arguments, const std::vector<std::string>& command_line);

struct TilesArguments {
  std::string board;
  DeviceArguments device;
  std::string json_path;  // empty: none
  bool no_verify = false;
};
int command_tiles(const TilesArguments& arguments, const std::vector<std::string>& command_line);

int command_devices();

}  // namespace ktour
