// Races and memory errors told to a person: both accesses with their stacks, what memory it is, and what would order
// them.
#pragma once

#include <string>

#include "report/native_bug.hpp"
#include "report/program/object_names.hpp"
#include "report/text/style.hpp"

namespace mazurka::report {

// Completes a bug that is about memory with what the replay recorded. Does nothing to another one.
void explain_memory(const Problem& problem, const RunLog& replay, Symbolizer& symbolizer, ObjectNames& names,
                    NativeBug& bug);
// Puts the free of a block that is used after it, or freed again, among the accesses to memory.
void add_free(const Problem& problem, const RunLog& replay, Symbolizer& symbolizer, ObjectNames& names, NativeBug& bug);

// Empty if the bug is not about memory.
std::string accesses_text(const NativeBug& bug, const TextStyle& style);

}  // namespace mazurka::report
