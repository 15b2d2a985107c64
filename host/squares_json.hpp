// A set of squares as JSON: their numbers, ascending.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "compiler.hpp"

namespace ktour {

inline nlohmann::ordered_json squares_to_json(std::uint64_t mask) {
  nlohmann::ordered_json squares = nlohmann::ordered_json::array();
  for (; mask != 0; mask &= mask - 1) squares.push_back(lowest_bit(mask));
  return squares;
}

}  // namespace ktour
