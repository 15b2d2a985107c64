#include "arguments.hpp"

#include <charconv>
#include <limits>
#include <string_view>
#include <vector>

namespace ktour::sonny {

const char kInvalidArguments[] =
    "ERROR: Invalid argument(s)\n"
    "USAGE: a.out <m> <n> [<x>]\n";

const char kHelp[] =
    "USAGE: sonny [switches] <m> <n> [<x>]\n"
    "\n"
    "Solves the knight's tour problem for Sonny on a board of m rows and n columns (both above 2)\n"
    "from the upper-left corner, with one thread per possible move wherever several are possible.\n"
    "Shows every dead-end board, or those with at least x squares covered.\n"
    "\n"
    "  --no-parallel     join each thread as soon as it is made (deterministic output)\n"
    "  --stable-ids      number threads from 1000 in the order they are made, not by the system\n"
    "  --max-threads N   at most about N threads alive at once; \"unlimited\" or 0 for no bound\n"
    "                    (default: what limits of the system and its memory allow)\n"
    "  --json FILE       write a summary to FILE\n"
    "  --help            this text\n";

namespace {

// The whole of `word` as a decimal integer, an optional sign in front.
std::optional<std::int64_t> parse_integer(std::string_view word) {
  if (word.starts_with('+')) {
    word.remove_prefix(1);
    if (word.starts_with('-')) return std::nullopt;
  }
  std::int64_t value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<ThreadBound> parse_bound(std::string_view word) {
  if (word == "unlimited") return ThreadBound{ThreadBound::Kind::kUnlimited, 0};
  const auto threads = parse_integer(word);
  if (!threads || *threads < 0) return std::nullopt;
  if (*threads == 0) return ThreadBound{ThreadBound::Kind::kUnlimited, 0};
  return ThreadBound{ThreadBound::Kind::kGiven, *threads};
}

// The value of the switch `name`: after "=" in the same word, or the next word, which is consumed.
std::optional<std::string_view> switch_value(std::span<const char* const> words,
                                             std::size_t& position, std::string_view name) {
  std::string_view word = words[position];
  word.remove_prefix(name.size());
  if (word.starts_with('=')) return word.substr(1);
  if (position + 1 == words.size()) return std::nullopt;
  return words[++position];
}

bool is_switch(std::string_view word, std::string_view name) {
  return word.starts_with(name) && (word.size() == name.size() || word[name.size()] == '=');
}

std::optional<int> parse_side(std::string_view word) {
  const auto side = parse_integer(word);
  if (!side || *side <= 2 || *side > std::numeric_limits<int>::max()) return std::nullopt;
  return static_cast<int>(*side);
}

// Fills m, n and x; false where they are not what the assignment asks for.
bool take_numbers(const std::vector<std::string_view>& numbers, Arguments& arguments) {
  if (numbers.size() < 2 || numbers.size() > 3) return false;
  const auto rows = parse_side(numbers[0]);
  const auto columns = parse_side(numbers[1]);
  if (!rows || !columns) return false;
  arguments.rows = *rows;
  arguments.columns = *columns;
  if (numbers.size() == 2) return true;
  arguments.threshold = parse_integer(numbers[2]);
  // The product of two ints fits in 64 bits.
  const std::int64_t squares = std::int64_t{*rows} * *columns;
  return arguments.threshold && *arguments.threshold >= 1 && *arguments.threshold <= squares;
}

}  // namespace

std::optional<Arguments> parse_arguments(std::span<const char* const> words,
                                         bool parallel_by_default) {
  Arguments arguments;
  arguments.parallel = parallel_by_default;
  std::vector<std::string_view> numbers;
  for (std::size_t position = 0; position < words.size(); ++position) {
    const std::string_view word = words[position];
    if (!word.starts_with("--")) {
      numbers.push_back(word);
    } else if (word == "--help") {
      Arguments help;
      help.help = true;
      return help;
    } else if (word == "--no-parallel") {
      arguments.parallel = false;
    } else if (word == "--stable-ids") {
      arguments.stable_ids = true;
    } else if (is_switch(word, "--max-threads")) {
      const auto value = switch_value(words, position, "--max-threads");
      const auto bound = value ? parse_bound(*value) : std::nullopt;
      if (!bound) return std::nullopt;
      arguments.bound = *bound;
    } else if (is_switch(word, "--json")) {
      const auto value = switch_value(words, position, "--json");
      if (!value || value->empty()) return std::nullopt;
      arguments.json_path = std::string(*value);
    } else {
      return std::nullopt;
    }
  }
  if (!take_numbers(numbers, arguments)) return std::nullopt;
  return arguments;
}

}  // namespace ktour::sonny
