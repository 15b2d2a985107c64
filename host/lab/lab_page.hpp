// The page, as lab/ is built into the program.
#pragma once

#include <string_view>

namespace ktour {

// Throws DeviceError that says what to install where the program was built without the page.
std::string_view lab_page();

}  // namespace ktour
