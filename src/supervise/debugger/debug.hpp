// The replay of a bug in gdb: stopped where a thread fails, or at the end of the schedule, or after a step of it.
//
// gdb takes our place in this process. It starts the program with a channel, as a supervisor does, and has commands to
// look at the program's threads and to go through the schedule (commands.py).
#pragma once

#include <cstdint>
#include <string>

#include "report/trace_file.hpp"

namespace mazurka {

// Returns only if gdb cannot be started: a sentence without a full stop. `step` 0: at the bug.
std::string debug(const report::TraceFile& trace, uint32_t step);

}  // namespace mazurka
