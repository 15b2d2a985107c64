#include "lab/random_name.hpp"

#include <fmt/core.h>
#include <sys/random.h>

#include <array>

#include "errors.hpp"

namespace ktour {

std::string random_name(int bytes) {
  std::array<unsigned char, 32> random{};
  // So few bytes come whole or not at all.
  if (getrandom(random.data(), static_cast<std::size_t>(bytes), 0) != bytes)
    throw SpaceError("the system has no random numbers (getrandom)");
  std::string name;
  for (int byte = 0; byte < bytes; ++byte)
    name += fmt::format("{:02x}", random[static_cast<std::size_t>(byte)]);
  return name;
}

}  // namespace ktour
