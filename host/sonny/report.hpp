// What is told after the search: the main thread's last lines, and the JSON summary.
//
// A search that was interrupted is marked before its first number, in both. Counts that can be
// large are decimal strings in the JSON, because a JSON number is a double to many readers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "arguments.hpp"
#include "dead_end_list.hpp"
#include "output.hpp"
#include "thread_tree.hpp"

namespace ktour::sonny {

// Shows the best result and the dead-end boards with at least `threshold` squares covered. False
// where an interrupt cut short the boards of a complete search.
bool print_report(Output& output, const Arguments& arguments, const TreeResult& result,
                  const DeadEndList& dead_ends);

// `bound` is what --max-threads or the system gave; empty for none.
std::string json_summary(const Arguments& arguments, const std::optional<std::int64_t>& bound,
                         const TreeResult& result, const DeadEndList& dead_ends);

}  // namespace ktour::sonny
