// Why an execution went wrong, in a sentence or two.
#pragma once

#include <cstdint>
#include <string>

#include "report/native_bug.hpp"

namespace mazurka::report {

// By the kind of bug: who holds what in a cycle of locks, a notification that came too early, a value that was read
// before another thread changed it, memory that was freed while in use. Empty if nothing is known that the message does
// not say. Without a full stop at its end.
std::string explanation_of(const NativeBug& bug);

// "it passes if T2 locks m (queue.cpp:38) before T1 does (queue.cpp:24)". The second step may be one that `thread`
// waits to do.
std::string sentence_about(const Reversal& reversal, uint32_t thread, const NativeBug& bug);

// "T1 locks m", "T2 reads x": what a step does, as a clause.
std::string clause_of(const NativeStep& step);

}  // namespace mazurka::report
