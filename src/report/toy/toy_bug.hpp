// A bug of a toy program in the words of native ones, for the documents that tell of both.
#pragma once

#include <string>

#include "report/native_bug.hpp"
#include "toy/exploration.hpp"

namespace mazurka::report {

// `file` is the program's. Of a very long execution the last steps are told.
NativeBug native_bug_of(const toy::ToyBug& bug, const toy::Machine& machine, const std::string& file);

}  // namespace mazurka::report
