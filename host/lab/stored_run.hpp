// A finished run read back from what `ktour run --json` wrote, for the page that replays it.
//
// Nothing in the file is believed: the shapes are checked, and the numbers against each other (the sums
// of inboxes and messages, the next frontier, the tours by end square, every sample's path). What a
// number of states should have been is not counted again.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "count.hpp"
#include "question.hpp"

namespace ktour {

struct StoredRun {
  nlohmann::ordered_json json;  // ktour-run, as it was read
  Question question;
  bool impossible = false;
  Count directed;  // tours
};

// Throws UsageError where the file cannot be read or its run did not get to its end, CorruptInput
// where it is no such document or contradicts itself.
StoredRun read_stored_run(const std::string& path);
// The same for the file's text; `name` is for messages.
StoredRun parse_stored_run(const std::string& text, const std::string& name);

}  // namespace ktour
