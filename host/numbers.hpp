// Numbers on the command line, as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ktour {

// The whole of `text` as a number from 1 on; nothing where it is none, or exceeds an int.
std::optional<int> positive_number(std::string_view text);

// Reads "60s", "5m", "2h", "0.5s". Throws UsageError.
double parse_seconds(const std::string& text);

}  // namespace ktour
