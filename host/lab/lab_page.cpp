#include "lab/lab_page.hpp"

#include <cstddef>

#include "errors.hpp"

// The bytes of the file that host/lab/build_page.cmake leaves; none where the page could not be built.
asm(".section .rodata\n"
    ".global ktour_lab_page_begin\n"
    ".global ktour_lab_page_end\n"
    "ktour_lab_page_begin:\n"
    ".incbin \"" KTOUR_LAB_PAGE
    "\"\n"
    "ktour_lab_page_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" {
extern const char ktour_lab_page_begin[];
extern const char ktour_lab_page_end[];
}

namespace ktour {

std::string_view lab_page() {
  const std::string_view page(ktour_lab_page_begin,
                              static_cast<std::size_t>(ktour_lab_page_end - ktour_lab_page_begin));
  if (page.empty())
    throw DeviceError(
        "this program was built without the Lab's page; install node (18 or newer) and npm "
        "(Debian: "
        "nodejs, npm) and build again, which `./run lab` does");
  return page;
}

}  // namespace ktour
