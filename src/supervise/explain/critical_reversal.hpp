// Two steps whose order decides whether an execution fails.
#pragma once

#include <optional>

#include "report/native_bug.hpp"
#include "report/run_log.hpp"
#include "supervise/replay.hpp"

namespace mazurka {

// `result` is the replay of the problem. Stops at this time, of monotonic_now().
std::optional<report::Reversal> critical_reversal(const ReplayRequest& request, const report::Problem& problem,
                                                  const ReplayResult& result, double until);

}  // namespace mazurka
