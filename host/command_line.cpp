#include "command_line.hpp"

#include <fmt/core.h>

#include "build_info.hpp"

namespace ktour {
namespace {

constexpr const char* kBoardHelp = "The board, rows x columns, as in 5x6 (at most 64 squares)";

void add_question(CLI::App& command, QuestionArguments& question, const char* default_prune) {
  question.prune = default_prune;
  command.add_flag("--closed", question.closed,
                   "Count closed tours: the knight can return to its start with one more move");
  command.add_option("--start", question.starts,
                     "Only tours from this square: row,column from 0,0 at the upper left, or a "
                     "chess name such as a1 (lower left). May be given several times");
  command.add_option("--missing", question.missing,
                     "A square that the board lacks; may be given several times");
  command
      .add_option("--prune", question.prune,
                  "Drop states that cannot become a tour: colour, isolated, ends, connected, all "
                  "or none. The count never changes, the frontier shrinks")
      ->capture_default_str();
}

void add_device(CLI::App& command, DeviceArguments& device) {
  command.add_option("--device", device.device, "Where to search: auto, cpu or cuda")
      ->capture_default_str();
  command.add_option("--threads", device.threads, "CPU threads; 0 takes all cores")
      ->capture_default_str();
  command.add_option("--memory", device.memory,
                     "Most memory for frontiers and kept levels, as in 500M or 8G; a level that "
                     "needs more ends the run. Default: 7/8 of what is free");
  command
      .add_option("--batch", device.batch_states,
                  "Frontier states worked on at once; 0 is the device's own choice")
      ->capture_default_str();
  command.add_flag("--no-graph", device.no_graph,
                   "On a GPU, enqueue every step by itself instead of replaying CUDA graphs");
}

}  // namespace

CommandLine::CommandLine()
    : app_(
          "ktour counts and lists knight's tours exactly, level by level: all partial tours of one "
          "length\nare kept as distinct states (visited squares, endpoint) with multiplicities, "
          "expanded at once on\nCPU threads or an NVIDIA GPU, merged, and only then the next "
          "length begins."),
      run_command_(app_.add_subcommand(
          "run", "Search a board and show every level; check the count; write JSON")),
      count_command_(app_.add_subcommand("count", "Only the number of tours, as fast as possible")),
      list_command_(app_.add_subcommand("list", "Every tour, streamed")),
      verify_command_(app_.add_subcommand(
          "verify", "Check a board against the pthread tree, or all published counts (--all)")) {
  app_.set_version_flag("--version", fmt::format("ktour {} ({})", kVersion, kGitRevision));
  app_.require_subcommand(1);
  app_.footer(
      "Examples:\n"
      "  ktour run 5x5 --json 5x5.json     the level table of 5x5, checked, with all numbers\n"
      "  ktour count 6x6                   open tours of the 6x6 board\n"
      "  ktour count 6x6 --closed          its closed tours\n"
      "  ktour list 5x5 --start c3         the tours that begin in the centre\n"
      "  ktour verify --all                every published count in reach\n"
      "Exit codes: 0 done, 1 mismatch, 2 usage, 3 no device, 4 no memory or disk, 5 corrupted "
      "input,\n130 interrupted.");

  run_command_->add_option("board", run_.question.board, kBoardHelp)->required();
  add_question(*run_command_, run_.question, "none");
  add_device(*run_command_, run_.device);
  run_command_->add_option("--json", run_.json_path, "Write everything to this file as JSON");
  run_command_->add_flag("--no-verify", run_.no_verify, "Skip the pthread tree");
  run_command_->add_option("--samples", run_.samples, "States of each level to put into the JSON")
      ->capture_default_str();
  run_command_
      ->add_option("--unfold-limit", run_.most_tours_to_unfold,
                   "Unfold every tour if there are no more than this")
      ->capture_default_str();

  count_command_->add_option("board", count_.question.board, kBoardHelp)->required();
  add_question(*count_command_, count_.question, "all");
  add_device(*count_command_, count_.device);

  list_command_->add_option("board", list_.question.board, kBoardHelp)->required();
  add_question(*list_command_, list_.question, "all");
  add_device(*list_command_, list_.device);
  list_command_->add_option("--format", list_.format, "text, csv, json or binary")
      ->capture_default_str();
  list_command_->add_option("--output", list_.output_path, "Write to this file, not to stdout");
  list_command_->add_option("--limit", list_.limit, "Stop after this many tours; 0 lists all")
      ->capture_default_str();
  list_command_->add_flag("--undirected", list_.undirected, "One of each tour and its reverse");

  verify_command_->add_option("board", verify_.question.board, kBoardHelp);
  verify_command_->add_flag("--all", verify_.all, "Every published count in reach");
  add_question(*verify_command_, verify_.question, "none");
  add_device(*verify_command_, verify_.device);

  app_.add_subcommand("devices", "What a run can use on this machine");
}

void CommandLine::parse(int argc, char** argv) {
  words_.assign(argv, argv + argc);
  app_.parse(argc, argv);
}

int CommandLine::run() const {
  if (run_command_->parsed()) return command_run(run_, words_);
  if (count_command_->parsed()) return command_count(count_);
  if (list_command_->parsed()) return command_list(list_);
  if (verify_command_->parsed()) return command_verify(verify_);
  return command_devices();
}

}  // namespace ktour
