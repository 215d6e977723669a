// Samples by several processes: each does every N-th run. What they saw is put together.
//
// A run is known by its number, so that `random` and `pos` do the same runs as one process would. pct and surw learn
// from the runs before, of which each process has only its own. Without --keep-going the first bug that anybody finds
// ends it.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "supervise/process.hpp"

namespace mazurka {

// As run_worker(), for a request that samples.
Result<WorkerResult, std::string> run_samplers(const WorkerRequest& request, uint32_t jobs);

}  // namespace mazurka
