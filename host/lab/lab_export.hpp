// A run as one file that replays it: the page with the document in its data block.
#pragma once

#include <string>
#include <string_view>

namespace ktour {

// `page` with `document`, which is JSON, in the place of null in its element `ktour-run`. Throws
// CorruptInput where the page has no such element or several.
std::string page_with_document(std::string_view page, std::string_view document);

}  // namespace ktour
