#include "lab/lab_page.hpp"

#include <cstddef>

#include "errors.hpp"

// The bytes of the file that host/lab/build_page.cmake leaves; none where the page could not be built.
asm(".section .rodata\n"
    ".global kKtourLabPageBegin\n"
    ".global kKtourLabPageEnd\n"
    "kKtourLabPageBegin:\n"
    ".incbin \"" KTOUR_LAB_PAGE
    "\"\n"
    "kKtourLabPageEnd:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" {
extern const char kKtourLabPageBegin[];
extern const char kKtourLabPageEnd[];
}

namespace ktour {

std::string_view lab_page() {
  const std::string_view page(kKtourLabPageBegin,
                              static_cast<std::size_t>(kKtourLabPageEnd - kKtourLabPageBegin));
  if (page.empty())
    throw DeviceError(
        "this program was built without the Lab's page; install node (18 or newer) and npm "
        "(Debian: "
        "nodejs, npm) and build again, which `./run lab` does");
  return page;
}

}  // namespace ktour
