// Explores a program with several processes that share the tree of executions.
//
// A unit of work is an interval of the order in which one process would explore the tree (explore/division.hpp). A
// process that has nothing to do gets what a busy one gives away. What is found is put together as if one process had
// explored all: what stops an exploration, a bug or something learned, is the first of its kind in that order. Whatever
// comes before it is explored to the end, unless that takes long; whatever comes after it does not count.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"
#include "supervise/process.hpp"

namespace mazurka {

class Journal;

// As run_worker(), for an exploration that can be divided. With a journal, the run is kept in it once it lasts; if the
// journal has it already, the pool takes part in it. A pool that only takes part (Journal::is_ours) ends when the run
// does, when it is interrupted, or when there was nothing to do for some seconds.
Result<WorkerResult, std::string> run_pool(const WorkerRequest& request, uint32_t jobs, Journal* journal = nullptr);

}  // namespace mazurka
