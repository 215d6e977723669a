// What holds for the run as a whole, not for one execution: how many steps were made, whether something was learned
// that makes the exploration start again, and what a replay has still to do.
#pragma once

#include <cstdint>

#include "runtime/platform/own_variable.hpp"
#include "runtime/platform/supervisor_log.hpp"

namespace mazurka::runtime {

namespace detail {
MAZURKA_OWN extern uint64_t steps_done;
}  // namespace detail

// Of all threads in all executions.
inline uint64_t steps_done() {
  return detail::steps_done;
}
[[gnu::always_inline]] inline void count_step() {
  detail::steps_done++;
}

// Something was found that changes what must be explored: the exploration has to start again.
void learn();
bool has_learned();
// The exploration starts again: what was learned until now counts.
void start_again();
// How often something was learned so far.
uint64_t learned_count();

// A replay follows a schedule: a thread waits at a spin loop if it has no more steps there.
void plan_step(uint32_t thread);
void begin_planned_step(uint32_t thread);
bool may_wait(uint32_t thread);

}  // namespace mazurka::runtime
