#include "tour_writer.hpp"

#include <fmt/core.h>

#include "errors.hpp"

namespace ktour {
namespace {

void append_little_endian(std::string& bytes, std::uint64_t value) {
  for (int byte = 0; byte < 8; ++byte)
    bytes.push_back(static_cast<char>(static_cast<unsigned char>(value >> (8 * byte))));
}

}  // namespace

TourFormat parse_tour_format(const std::string& name) {
  if (name == "text") return TourFormat::kText;
  if (name == "csv") return TourFormat::kCsv;
  if (name == "json") return TourFormat::kJson;
  if (name == "binary") return TourFormat::kBinary;
  throw UsageError("'" + name + "' is not a format; the formats are text, csv, json and binary");
}

TourWriter::TourWriter(std::FILE* stream, TourFormat format, const Board& board)
    : format_(format), board_(board), buffer_(stream, "tours") {
  for (int square = 0; square < board_.area(); ++square)
    names_.push_back(format_ == TourFormat::kText ? board_.chess_name(square)
                                                  : std::to_string(square));
  write_header();
}

void TourWriter::write_header() {
  switch (format_) {
    case TourFormat::kText:
      break;
    case TourFormat::kCsv:
      for (int move = 0; move < board_.squares(); ++move)
        buffer_ += fmt::format("{}square_{}", move == 0 ? "" : ",", move);
      buffer_ += '\n';
      break;
    case TourFormat::kJson: {
      std::string missing;
      for (std::uint64_t rest = board_.missing(); rest != 0; rest &= rest - 1)
        missing += (missing.empty() ? "" : ",") + std::to_string(lowest_bit(rest));
      buffer_ += fmt::format(
          "{{\"format\":\"ktour-tours\",\"version\":1,\"board\":{{\"rows\":{},"
          "\"columns\":{},\"missing\":[{}]}},\"tours\":[",
          board_.rows(), board_.columns(), missing);
      break;
    }
    case TourFormat::kBinary: {
      std::string header = "KTOURS1\n";
      header.push_back(static_cast<char>(board_.rows()));
      header.push_back(static_cast<char>(board_.columns()));
      header.push_back(static_cast<char>(board_.squares()));
      header.append(5, '\0');
      append_little_endian(header, board_.missing());
      buffer_ += header;
      break;
    }
  }
}

void TourWriter::write(std::span<const std::uint8_t> squares) {
  if (format_ == TourFormat::kBinary) {
    buffer_ += std::string_view(reinterpret_cast<const char*>(squares.data()), squares.size());
  } else {
    const char separator = format_ == TourFormat::kText ? ' ' : ',';
    if (format_ == TourFormat::kJson) buffer_ += tours_ == 0 ? "\n[" : ",\n[";
    for (std::size_t move = 0; move < squares.size(); ++move) {
      if (move > 0) buffer_ += separator;
      buffer_ += names_[squares[move]];
    }
    buffer_ += format_ == TourFormat::kJson ? ']' : '\n';
  }
  ++tours_;
  buffer_.flush_if_full();
}

void TourWriter::finish(bool complete) {
  if (format_ == TourFormat::kJson)
    buffer_ += fmt::format("\n],\"complete\":{}}}\n", complete ? "true" : "false");
  buffer_.flush();
}

}  // namespace ktour
