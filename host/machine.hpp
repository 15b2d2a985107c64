// What the program can know about the machine it runs on: cores, memory, names. Linux.
#pragma once

#include <cstdint>
#include <string>

namespace ktour {

// Cores that this process may use.
int usable_cores();
// The processor's name, or "unknown".
std::string processor_name();
// Memory that this process can still take: what the system has available, or what is left of its
// control group's limit if that is less.
std::uint64_t available_memory_bytes();
// All memory of the machine.
std::uint64_t total_memory_bytes();
// Resident memory of this process now.
std::uint64_t resident_bytes();

// From now on every large buffer is a mapping of its own, which goes back to the system when it is
// freed. In the heap, the tables of a level and the shards that they shrink to leave holes, a sixth of
// all memory. It costs system time, 5% to 13% of all.
void map_large_buffers();

// Reads "4096", "500M", "8G" (powers of 1024). Throws UsageError.
std::uint64_t parse_bytes(const std::string& text);
// "8.0 GiB", for people.
std::string human_bytes(std::uint64_t bytes);

}  // namespace ktour
