#include "queens_list.hpp"

#include <fmt/core.h>

namespace ktour {

SolutionFormat parse_solution_format(const std::string& name) {
  if (name == "text") return SolutionFormat::kText;
  if (name == "json") return SolutionFormat::kJson;
  throw UsageError("'" + name + "' is not a format of solutions; the formats are text and json");
}

SolutionWriter::SolutionWriter(std::FILE* stream, SolutionFormat format, int queens,
                               bool fundamental)
    : format_(format), buffer_(stream, "solutions") {
  if (format_ == SolutionFormat::kJson)
    buffer_ += fmt::format(
        "{{\"format\":\"ktour-queens-list\",\"version\":1,\"queens\":{},\"fundamental\":{},"
        "\"solutions\":[",
        queens, fundamental);
}

void SolutionWriter::write(std::span<const int> rows) {
  const bool is_json = format_ == SolutionFormat::kJson;
  if (is_json) buffer_ += written_ == 0 ? "\n[" : ",\n[";
  for (std::size_t column = 0; column < rows.size(); ++column) {
    if (column > 0) buffer_ += is_json ? ',' : ' ';
    const int row = rows[column] + 1;
    if (row >= 10) buffer_ += static_cast<char>('0' + row / 10);
    buffer_ += static_cast<char>('0' + row % 10);
  }
  buffer_ += is_json ? ']' : '\n';
  ++written_;
  buffer_.flush_if_full();
}

void SolutionWriter::finish(bool complete) {
  if (format_ == SolutionFormat::kJson) buffer_ += fmt::format("\n],\"complete\":{}}}\n", complete);
  buffer_.flush();
}

}  // namespace ktour
