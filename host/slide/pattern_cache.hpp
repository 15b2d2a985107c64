// Pattern databases on disk, so that they are built once. The file is a line of text that says what
// it holds, the values of the tables one after the other, and the CRC-64 of all that, lowest byte
// first:
//
//      ktour tile patterns 1: 4x4, 1 5 6 9 10 13, 7 8 11 12 14 15, 2 3 4\n
//
// It is written whole or not at all, and a file that is not as it should be is as good as none.
#pragma once

#include <filesystem>
#include <optional>

#include "slide/pattern_heuristic.hpp"

namespace ktour {

// $XDG_CACHE_HOME/ktour, or else ~/.cache/ktour; nothing where neither is known.
std::optional<std::filesystem::path> cache_directory();

enum class CacheState { kRead, kMissing, kDamaged };

// Fills the tables from the file. Where it says no kRead, they hold anything.
CacheState read_patterns(const std::filesystem::path& file, PatternHeuristic& patterns);

// With the directories above it. Throws SpaceError where that cannot be.
void write_patterns(const std::filesystem::path& file, const PatternHeuristic& patterns);

}  // namespace ktour
