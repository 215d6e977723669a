// Runs a checked program in a process of its own and watches it through the channel.
//
// The process may crash, hang or be killed: whatever it wrote into the channel until then is in the result. Used by one
// thread, for one process at a time; while it runs, SIGINT and SIGTERM ask it to stop.
#pragma once

#include <string>

#include "base/result.hpp"
#include "supervise/process.hpp"

namespace mazurka {

// The error is a sentence without a full stop: the process could not be started.
Result<WorkerResult, std::string> run_worker(const WorkerRequest& request);

}  // namespace mazurka
