// timerfds. When a timer expires is a matter of speed: whoever waits for nothing else finds that the time has come, and
// its clock says so afterwards. Somebody who does not wait finds a timer expired only if his own clock is past it.
#pragma once

#include <cstdint>
#include <deque>

#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/kernel/files/open_files.hpp"
#include "runtime/platform/own_variable.hpp"

namespace mazurka::runtime {

struct TimerState {
  const OpenFile* file = nullptr;
  int clock = 0;
  bool is_armed = false;
  Nanoseconds deadline = 0, interval = 0;
};

struct Timer {
  KernelObject object;
  PerExecution<TimerState> state;
};

// The timer that an open file stands for, or null.
Timer* timer_of(const OpenFile& file);

// User thread's side, in a step that has looked at the timer: has it expired, as the current thread sees it?
bool has_expired(const Timer& timer);

}  // namespace mazurka::runtime
