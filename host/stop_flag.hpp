// SIGINT, SIGTERM and SIGHUP as a flag that long work looks at. A second signal ends the program at once.
#pragma once

#include <atomic>

namespace ktour {

// Installs the handlers once and returns the flag.
const std::atomic<bool>* stop_on_signals();

}  // namespace ktour
