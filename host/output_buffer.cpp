#include "output_buffer.hpp"

#include <cerrno>
#include <cstring>

#include "errors.hpp"

namespace ktour {

void OutputBuffer::flush() {
  if (std::fwrite(bytes_.data(), 1, bytes_.size(), stream_) != bytes_.size() ||
      std::fflush(stream_) != 0) {
    if (errno == EPIPE) throw ReaderGone();
    throw SpaceError("could not write " + what_ + ": " + std::strerror(errno) +
                     "; free some space, or write elsewhere");
  }
  bytes_.clear();
}

}  // namespace ktour
