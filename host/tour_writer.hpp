// Writes tours as they come, in one of four formats (docs/formats.md): text, csv, json, binary.
// Never holds more than a buffer.
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

#include "board.hpp"
#include "output_buffer.hpp"

namespace ktour {

enum class TourFormat { kText, kCsv, kJson, kBinary };

// Reads text, csv, json or binary. Throws UsageError.
TourFormat parse_tour_format(const std::string& name);

class TourWriter {
 public:
  // Writes to `stream`, which stays open. Throws SpaceError where writing fails, here and below.
  TourWriter(std::FILE* stream, TourFormat format, const Board& board);

  // The squares in the order of visit.
  void write(std::span<const std::uint8_t> squares);
  // Ends the output; `complete` is false where tours are missing.
  void finish(bool complete);

 private:
  void write_header();

  TourFormat format_;
  Board board_;
  std::vector<std::string> names_;  // of squares, in this format
  OutputBuffer buffer_;
  std::uint64_t tours_ = 0;
};

}  // namespace ktour
