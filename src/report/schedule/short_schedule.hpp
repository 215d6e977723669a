// A schedule that is easier to follow, of the same execution: only the steps that lead to the bug, in an order with as
// few switches between threads as possible.
//
// All orders that agree with happens-before are the same execution. A thread that runs is best run as far as it can go:
// what it does earlier needs no switch later. So only the order of the threads is searched for, breadth first: the
// first that gets to the end has the fewest switches. If there are too many places to go on from, those are kept that
// are furthest on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "report/run_log.hpp"

namespace mazurka::report {

struct OrderedStep {
  uint32_t thread = 0;
  std::vector<size_t> after;  // earlier steps of any thread, from 0
};

// The steps of a replay, all of which were told, with those of other threads that happen before, and those of the own
// one. What a race is about stays in its order, too.
std::vector<OrderedStep> ordered_steps(const Problem& problem, const RunLog& replay);

// Which of the steps happen before one of those that make the bug. All, if the bug is that threads wait, or is only
// seen at the end.
std::vector<bool> causes_of(const Problem& problem, const RunLog& replay, const std::vector<OrderedStep>& steps);

// The steps to keep in a good order.
std::vector<size_t> with_few_switches(const std::vector<OrderedStep>& steps, const std::vector<bool>& keep);

// The two together.
std::vector<protocol::ScheduleStep> short_schedule(const Problem& problem, const RunLog& replay);

size_t switches_in(const std::vector<protocol::ScheduleStep>& schedule);

}  // namespace mazurka::report
