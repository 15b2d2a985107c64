// What the page asks for, read with suspicion: every field must be known, of its type and in range.
#pragma once

#include <string>

#include "question.hpp"

namespace ktour {

struct LabQuestion {
  Question question;
  std::string device;  // cpu, cuda or auto
};

// The body of POST /api/runs. Throws UsageError that names the field.
LabQuestion read_lab_question(const std::string& body);

// The body of POST /api/runs/ID/step: how many levels, the most there can be for "all". Throws
// UsageError.
std::uint64_t read_lab_step(const std::string& body);

// That a body is an object without any of its fields mattering. Throws UsageError.
void read_lab_object(const std::string& body);

}  // namespace ktour
