// Solutions of the queens puzzle up to symmetry.
//
// The square's eight symmetries turn solutions into solutions. Of two or more queens none is its own
// mirror image: the two queens that a mirror exchanges would stand in one row, column or diagonal, and
// those that it leaves in place all stand on its axis. So by the lemma of Burnside
//
//     classes = (all + those that a half turn leaves + 2 * those that a quarter turn leaves) / 8
//
// Both of the latter are few, and are found by placing orbits: a queen together with her images. The
// leftmost empty column takes the next one, so each solution is met once.
#pragma once

#include <cstdint>
#include <span>

#include "count.hpp"

namespace ktour {

enum class Turn { kHalf, kQuarter };

// How many solutions the turn leaves as they are. 1 to 21 queens.
std::uint64_t queens_invariant_under(Turn turn, int queens);

// Classes of solutions of which one can be turned or mirrored into any other, given the number of all
// solutions.
Count fundamental_queens(int queens, const Count& all);

// Whether a solution, as the rows of its queens from 0 by column, comes before its images, or with
// them, in the order of such rows: of each class exactly one does.
bool is_first_of_its_images(std::span<const int> rows);

}  // namespace ktour
