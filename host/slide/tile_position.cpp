#include "slide/tile_position.hpp"

namespace ktour {

SlideTable::SlideTable(TileShape shape) {
  for (int blank = 0; blank < shape.squares(); ++blank)
    for (const Slide slide : kSlides)
      if (const int square = shape.origin(blank, slide); square >= 0)
        slides_[static_cast<std::size_t>(blank)].push_back(
            {slide, static_cast<std::uint8_t>(square)});
}

}  // namespace ktour
