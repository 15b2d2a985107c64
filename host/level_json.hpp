// One level's statistics as JSON, and back: what runs report and what checkpoints keep.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "statistics.hpp"

namespace ktour {

nlohmann::ordered_json level_to_json(const LevelStatistics& row);

// Throws nlohmann's exceptions, or std::invalid_argument, where it is not what level_to_json wrote.
LevelStatistics level_from_json(const nlohmann::ordered_json& level);

}  // namespace ktour
