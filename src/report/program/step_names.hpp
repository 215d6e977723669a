// Names of steps that stay the same when a program is built again: "pthread_mutex_lock in transfer(Account&,
// Account&)".
#pragma once

#include <string>
#include <vector>

#include "report/run_log.hpp"
#include "report/symbolizer.hpp"

namespace mazurka::report {

// Of all steps of a replay, in their order.
std::vector<std::string> names_of_steps(const RunLog& replay, Symbolizer& symbolizer);

}  // namespace mazurka::report
