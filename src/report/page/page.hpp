// A page about a run and its bugs: one file that needs nothing else, not even the network.
//
// It holds what was recorded: steps, the order between them, values, locks, sources, the nearest execution that passes.
#pragma once

#include <string>

#include "report/check_report.hpp"

namespace mazurka::report {

// All bugs of a run.
std::string page_of(const CheckReport& report);

// One bug. `summary` is a line about the run.
std::string page_of(const NativeBug& bug, const std::string& summary, const std::string& command);

}  // namespace mazurka::report
