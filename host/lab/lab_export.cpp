#include "lab/lab_export.hpp"

#include "posix_file.hpp"

namespace ktour {

std::string page_with_document(std::string_view page, std::string_view document) {
  constexpr std::string_view kBegin = "<script type=\"application/json\" id=\"ktour-run\">";
  constexpr std::string_view kEmpty = "null</script>";
  const std::size_t begin = page.find(kBegin);
  const std::size_t place = begin + kBegin.size();
  if (begin == std::string_view::npos || page.find(kBegin, place) != std::string_view::npos ||
      !page.substr(place).starts_with(kEmpty))
    throw CorruptInput("the Lab's page has no single place for a run; build it again");
  std::string filled(page.substr(0, place));
  filled.reserve(page.size() + document.size());
  // Nothing in the document may look like the end of the element or like a comment.
  for (const char character : document) {
    if (character == '<')
      filled += "\\u003c";
    else
      filled += character;
  }
  return filled.append(page.substr(place + kEmpty.size() - std::string_view("</script>").size()));
}

}  // namespace ktour
