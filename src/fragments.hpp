// The path fragments of the profile model, seen from the vertices that are not yet saturated.
//
// A vertex is bare (no edge chosen), an end (one edge) or saturated (two, or not there). An end has a
// mate: the other end of its fragment. Vertices are bits of a 64-bit mask: 0 to 61 the squares of a
// window of the board, 62 and 63 the apexes (see profile_model.hpp).
//
// Mates are kept as six bit planes, plane k holding bit k of every mate's number, so that on a GPU
// the whole struct lies in registers:
//
//     vertex        0 1 2 3 4 5          0-3 and 2-5 are fragments, 1 bare, 4 saturated
//     bare          . 1 . . . .
//     ends          1 . 1 1 . 1
//     plane 0       1 . 1 0 . 0          mate(0) = 3 = 011, mate(3) = 0 = 000,
//     plane 1       1 . 0 0 . 1          mate(2) = 5 = 101, mate(5) = 2 = 010
//     plane 2       0 . 1 0 . 0
//
// Bits of planes where no end is have no meaning.
#pragma once

#include <cstdint>

#include "compiler.hpp"

namespace ktour {

struct Fragments {
  std::uint64_t bare = 0;
  std::uint64_t ends = 0;
  std::uint64_t planes[6] = {};

  KTOUR_HD std::uint64_t unsaturated() const { return bare | ends; }
  KTOUR_HD bool is_end(int vertex) const { return (ends >> vertex & 1) != 0; }

  // Only of an end.
  KTOUR_HD int mate(int vertex) const {
    int number = 0;
    for (int k = 0; k < 6; ++k) number |= static_cast<int>(planes[k] >> vertex & 1) << k;
    return number;
  }

  KTOUR_HD void set_mate(int vertex, int mate) {
    for (int k = 0; k < 6; ++k)
      planes[k] = (planes[k] & ~bit(vertex)) | static_cast<std::uint64_t>(mate >> k & 1) << vertex;
  }

  KTOUR_HD void make_mates(int a, int b) {
    set_mate(a, b);
    set_mate(b, a);
  }

  // Adds the edge between two unsaturated vertices that are not mates of each other. Returns the
  // new mates, as a mask.
  KTOUR_HD std::uint64_t join(int a, int b) {
    const int far_a = is_end(a) ? mate(a) : a;
    const int far_b = is_end(b) ? mate(b) : b;
    add_edge_at(a);
    add_edge_at(b);
    make_mates(far_a, far_b);
    return bit(far_a) | bit(far_b);
  }

 private:
  KTOUR_HD void add_edge_at(int vertex) {
    const std::uint64_t was_bare = bare & bit(vertex);
    bare &= ~bit(vertex);
    ends = (ends & ~bit(vertex)) | was_bare;
  }
};

}  // namespace ktour
