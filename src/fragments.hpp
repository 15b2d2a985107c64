// The path fragments of the profile model, seen from the vertices that are not yet saturated.
//
// A vertex is bare (no edge chosen), an end (one edge) or saturated (two, or not there). An end has
// a mate: the other end of its fragment. A bare vertex is a fragment by itself and its own mate.
// Vertices are bits of a 64-bit mask (see profile_window.hpp).
//
// Mates are kept in one of two ways, the same to whoever asks. On a CPU an array of bytes is
// fastest; on a GPU six bit planes, plane k holding bit k of every mate's number, lie in registers:
//
//     vertex        0 1 2 3 4 5          0-3 and 2-5 are fragments, 1 bare, 4 saturated
//     bare          . 1 . . . .
//     ends          1 . 1 1 . 1
//     plane 0       1 1 1 0 . 0          mate(0) = 3 = 011, mate(3) = 0 = 000,
//     plane 1       1 0 0 0 . 1          mate(2) = 5 = 101, mate(5) = 2 = 010,
//     plane 2       0 0 1 0 . 0          mate(1) = 1 = 001
//
// Mates of saturated vertices have no meaning.
#pragma once

#include <cstdint>

#include "compiler.hpp"

namespace ktour {

class MateBytes {
 public:
  KTOUR_HD MateBytes() {
    for (int vertex = 0; vertex < 64; ++vertex) set(vertex, vertex);
  }
  KTOUR_HD int of(int vertex) const { return mates_[vertex]; }
  KTOUR_HD void set(int vertex, int mate) { mates_[vertex] = static_cast<std::uint8_t>(mate); }

 private:
  std::uint8_t mates_[64];
};

class MatePlanes {
 public:
  KTOUR_HD int of(int vertex) const {
    int mate = 0;
    for (int k = 0; k < 6; ++k) mate |= static_cast<int>(planes_[k] >> vertex & 1) << k;
    return mate;
  }
  KTOUR_HD void set(int vertex, int mate) {
    for (int k = 0; k < 6; ++k)
      planes_[k] = (planes_[k] & ~bit(vertex)) | static_cast<std::uint64_t>(mate >> k & 1)
                                                     << vertex;
  }

 private:
  std::uint64_t planes_[6] = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC, 0xF0F0F0F0F0F0F0F0,
                              0xFF00FF00FF00FF00, 0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};
};

// All vertices are saturated to begin with.
template <class Mates>
struct BasicFragments {
  std::uint64_t bare = 0;
  std::uint64_t ends = 0;
  Mates mates;

  KTOUR_HD std::uint64_t unsaturated() const { return bare | ends; }
  KTOUR_HD bool is_end(int vertex) const { return (ends >> vertex & 1) != 0; }

  // Not of a saturated vertex.
  KTOUR_HD int mate(int vertex) const { return mates.of(vertex); }

  KTOUR_HD void set_mate(int vertex, int mate) { mates.set(vertex, mate); }
  KTOUR_HD void make_mates(int a, int b) {
    mates.set(a, b);
    mates.set(b, a);
  }

  // Adds the edge between two unsaturated vertices that are not mates of each other; their mates
  // become each other's.
  KTOUR_HD void join(int a, int b) {
    const std::uint64_t both = bit(a) | bit(b);
    make_mates(mate(a), mate(b));
    ends = (ends & ~both) | (bare & both);
    bare &= ~both;
  }
};

using Fragments = BasicFragments<MateBytes>;

}  // namespace ktour
