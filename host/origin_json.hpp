// Where a result came from, as JSON: the program, the machine, the device. The same in every format.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "path_run.hpp"

namespace ktour {

nlohmann::ordered_json describe_program();
nlohmann::ordered_json describe_host();
nlohmann::ordered_json describe_device(const RunOptions& options);

}  // namespace ktour
