// Test frameworks in a bug: what they say of it, and what they do themselves, which nobody wants to read.
#pragma once

#include <span>
#include <string>

#include "report/native_bug.hpp"
#include "report/run_log.hpp"
#include "report/symbolizer.hpp"

namespace mazurka::report {

// "queue_test.cpp:8: Expected ...": a framework has said where the check failed.
void use_told_place(NativeBug& bug);

// Marks the steps that a framework makes for itself, in checks, messages and its own beginning and end. `records` are
// those of bug.steps, one for each. Steps on objects that the test uses, too, are not: a check may read an atomic.
void mark_steps_of_framework(std::span<const protocol::StepRecord> records, const RunLog& replay,
                             Symbolizer& symbolizer, NativeBug& bug);

}  // namespace mazurka::report
