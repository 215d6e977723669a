// An execution in the trace event format of Chrome, which Perfetto shows: a track for each thread, a slice for each
// step, and an arrow where a step happens before one of another thread.
#pragma once

#include <string>

#include "report/native_bug.hpp"

namespace mazurka::report {

std::string chrome_trace_of(const NativeBug& bug);

}  // namespace mazurka::report
