// Values that are read from the program's memory: of what a failed assertion names, where it fails, and of containers
// that threads access, before and after.
#pragma once

#include "report/run_log.hpp"
#include "supervise/replay.hpp"

namespace mazurka {

// Fills `values` and what is missing in `plain` of the result's bug. Replays the problem again if there is something
// to look at.
void add_values(const ReplayRequest& request, const report::Problem& problem, ReplayResult& result);

}  // namespace mazurka
