// Names and secrets that nobody can guess, from the system's source of randomness.
#pragma once

#include <string>

namespace ktour {

// `bytes` (at most 32) random bytes in hexadecimal digits. Throws SpaceError where the system has none.
std::string random_name(int bytes);

}  // namespace ktour
