// Makes a bug easy to understand: a short schedule that leads to it, and what would have to happen otherwise for the
// execution to pass.
//
// 1. The steps that lead to the bug, in the order with the fewest switches (report/schedule/short_schedule.hpp).
//    Long stretches of one thread lose the rounds of loops that the bug does not need.
// 2. A simpler execution with the same bug: the executions with 0, 1, 2, ... preemptions are explored for a while.
// 3. The critical reversal: from the end on, two steps that conflict change places, until the execution passes.
// All of it runs the program again, in processes of its own, within a limit of time; each schedule that is shown was
// replayed.
#pragma once

#include "report/run_log.hpp"
#include "supervise/replay.hpp"

namespace mazurka {

// Replays the bug of the problem, which gets the schedule that is told. With 0 seconds, it is only replayed.
ReplayResult explain(const ReplayRequest& request, report::Problem& problem, double seconds);

}  // namespace mazurka
