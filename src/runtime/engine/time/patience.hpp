// How long an operation that may have to wait does so.
//
// A timed wait may end with a timeout whenever it would have to wait, however near or far its deadline: it is the same
// as an attempt that does not wait at all, since the order in which threads do things is explored anyway. The thread's
// clock is at the deadline afterwards.
#pragma once

#include <errno.h>
#include <time.h>

#include "runtime/engine/time/virtual_clock.hpp"

namespace mazurka::runtime {

struct Patience {
  bool gives_up = false;  // where it would have to wait
  bool timed = false;
  Nanoseconds deadline = 0;

  // It gave up: what the function returns then.
  int give_up() const {
    if (!timed) return EBUSY;
    virtual_clock.count_timeout(deadline);
    return ETIMEDOUT;
  }
};

inline Patience for_ever() {
  return {};
}
inline Patience not_at_all() {
  return {.gives_up = true};
}
inline Patience until(Nanoseconds deadline) {
  return {.gives_up = virtual_clock.may_time_out(deadline), .timed = true, .deadline = deadline};
}
inline Patience until(int clock, const timespec& time) {
  return until(from_timespec(clock, time));
}

}  // namespace mazurka::runtime
