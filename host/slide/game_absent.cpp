// What stands in for the game where the build has no ncurses.
#include "errors.hpp"
#include "slide/game.hpp"

namespace ktour {

int play_slide(TileShape, std::uint64_t, SolverKind) {
  throw UsageError(
      "this ktour was built without ncurses, which the game needs; build it again with "
      "libncurses-dev (Debian), or use `ktour slide --solve BOARD`");
}

}  // namespace ktour
