// Text or bytes on their way to a stream, in large pieces.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace ktour {

class OutputBuffer {
 public:
  // `what` is in the message of a write that fails. The stream stays open.
  OutputBuffer(std::FILE* stream, std::string what) : stream_(stream), what_(std::move(what)) {}

  OutputBuffer& operator+=(std::string_view bytes) {
    bytes_ += bytes;
    return *this;
  }
  OutputBuffer& operator+=(char byte) {
    bytes_ += byte;
    return *this;
  }

  // Throw SpaceError where writing fails, ReaderGone where nobody reads.
  void flush_if_full() {
    if (bytes_.size() >= kFullBytes) flush();
  }
  void flush();

 private:
  static constexpr std::size_t kFullBytes = std::size_t{1} << 16;

  std::FILE* stream_;
  std::string what_;
  std::string bytes_;
};

}  // namespace ktour
