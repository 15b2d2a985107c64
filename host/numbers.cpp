#include "numbers.hpp"

#include <charconv>

#include "errors.hpp"

namespace ktour {

std::optional<int> positive_number(std::string_view text) {
  int value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end || value < 1) return std::nullopt;
  return value;
}

double parse_seconds(const std::string& text) {
  constexpr double kMostSeconds = 1e9;
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  const std::string_view unit(stop, static_cast<std::size_t>(end - stop));
  const double factor = unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (error == std::errc{} && value * factor > 0 && value * factor <= kMostSeconds)
    return value * factor;
  throw UsageError("'" + text + "' is not a time; write for example 60s, 5m or 2h");
}

}  // namespace ktour
