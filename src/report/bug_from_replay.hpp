// Makes a NativeBug of what exploring met and of the log of its replay.
#pragma once

#include <optional>

#include "report/native_bug.hpp"
#include "report/run_log.hpp"
#include "report/symbolizer.hpp"

namespace mazurka::report {

// The problem that exploring met, and the log of its replay. The symbolizer has the modules of one of the two runs:
// they are mapped at the same addresses.
NativeBug make_native_bug(const Problem& problem, const RunLog& replay, Symbolizer& symbolizer);

// Where a problem is: where its pc points, or if that is in a library, the innermost frame of the stack that is not.
std::optional<Frame> place_of(const Problem& problem, Symbolizer& symbolizer);

}  // namespace mazurka::report
