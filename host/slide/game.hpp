// `ktour slide` without --solve and --bench: the game in the terminal.
#pragma once

#include <cstdint>

#include "slide/tile_board.hpp"
#include "slide/tile_solver.hpp"

namespace ktour {

// Begins with a board of this size; the same boards for the same seed. Plays until the player
// quits; returns the exit code. Throws UsageError where stdin or stdout is no terminal, Interrupted
// on SIGINT, SIGTERM, SIGHUP and where the terminal is gone.
int play_slide(TileShape shape, std::uint64_t seed, SolverKind solver);

}  // namespace ktour
