#include "options.hpp"

#include <fmt/core.h>

#include <charconv>

namespace ktour {

constexpr std::uint64_t kMostThreads = 1024;

CLI::Validator whole_number(std::uint64_t most, std::uint64_t least) {
  return CLI::Validator(
      [=](const std::string& text) {
        std::uint64_t value = 0;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc{} && stop == end && value >= least && value <= most)
          return std::string();
        return fmt::format("'{}' is not a whole number from {} to {}", text, least, most);
      },
      "");
}

CLI::Validator not_empty() {
  return CLI::Validator(
      [](const std::string& text) {
        return text.empty() ? std::string("an empty text says nothing") : std::string();
      },
      "");
}

CLI::Validator named_file() {
  return CLI::Validator(
      [](const std::string& text) -> std::string {
        if (text.empty()) return "an empty name is no file";
        if (text == "-") return "- is no file; standard output is /dev/stdout";
        return {};
      },
      "");
}

void add_question(CLI::App& command, QuestionArguments& question, const char* default_prune) {
  question.prune = default_prune;
  command.add_flag("--closed", question.closed,
                   "Count closed tours: the knight can return to its start with one more move");
  command
      .add_option("--start", question.starts,
                  "Only tours from this square: row,column from 0,0 at the upper left, or a "
                  "chess name such as a1 (lower left). May be given several times")
      ->allow_extra_args(false);
  command
      .add_option("--end", question.ends,
                  "Only open tours to this square, likewise; may be given several times")
      ->allow_extra_args(false);
  command
      .add_option("--missing", question.missing,
                  "A square that the board lacks; may be given several times")
      ->allow_extra_args(false);
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
      ->check(whole_number(kMostThreads))
      ->capture_default_str();
  command.add_option("--memory", device.memory,
                     "Most memory for frontiers and kept levels, as in 500M or 8G; a level that "
                     "needs more ends the run. Default: 7/8 of what is free");
  command
      .add_option("--batch", device.batch_states,
                  "Frontier states worked on at once; 0 is the device's own choice")
      ->check(whole_number(kAnyNumber))
      ->capture_default_str();
  command.add_flag("--no-graph", device.no_graph,
                   "On a GPU, enqueue every step by itself instead of replaying CUDA graphs");
}

}  // namespace ktour
