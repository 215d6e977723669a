// Timed waits for mutexes and condition variables, between entries/sync/mutex.cpp and entries/sync/condition.cpp, which
// have their models, and entries/sync/timed.cpp, which has the functions.
#pragma once

#include <pthread.h>
#include <time.h>

#include <cstdint>

#include "runtime/engine/time/patience.hpp"

namespace mazurka::runtime {

// Which clocks a deadline may be of. The C library tells of another one at once, before it looks at anything else.
constexpr bool has_deadlines(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

// User thread's side; 0 or an error of <errno.h>.
int lock_mutex(void* mutex, const Patience& patience, const char* name, uint64_t pc);
int wait_on_condition(void* condition, void* mutex, const Patience& patience, const char* name, uint64_t pc);

// The current thread stops waiting without having been signalled: a timeout, or no reason at all, whatever may be.
int stop_waiting(const Patience& patience, uint64_t pc);

// Which clock the deadlines of a condition variable are of; `attributes` may be null. Part of the condition variable.
void set_condition_clock(pthread_cond_t* condition, const pthread_condattr_t* attributes);

}  // namespace mazurka::runtime
