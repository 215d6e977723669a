// Clocks and sleeping: virtual (virtual_clock.hpp).
#include <errno.h>
#include <sched.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/entries/visible.hpp"

using namespace mazurka::runtime;

namespace {

constexpr Nanoseconds kSecond = 1'000'000'000;

// Clocks that show the time since a fixed day, or since the machine or the program started.
bool is_known(clockid_t clock) {
  constexpr clockid_t kNoClock = 10;  // any more
  return clock >= CLOCK_REALTIME && clock <= CLOCK_TAI && clock != kNoClock;
}

int sleep_for(const timespec* duration, timespec* rest, const char* name, uint64_t pc) {
  if (!is_valid(duration) || duration->tv_sec < 0) return EINVAL;
  cancellation_point(name, pc);
  virtual_clock.sleep(duration_of(*duration));
  if (rest != nullptr) *rest = {};
  return 0;
}

}  // namespace

MAZURKA_STAND_IN(int, clock_gettime, (clockid_t clock, timespec* time)) {
  if (!is_checked()) return MAZURKA_REAL(clock_gettime)(clock, time);
  if (clock < 0) report_unsupported("clock_gettime of another process's or thread's clock", MAZURKA_CALLER);
  if (!is_known(clock)) {
    errno = EINVAL;
    return -1;
  }
  to_timespec(clock, virtual_clock.read(), time);
  return 0;
}
MAZURKA_STAND_IN(int, gettimeofday, (timeval * time, void* zone)) {
  if (!is_checked()) return MAZURKA_REAL(gettimeofday)(time, zone);
  timespec now;
  to_timespec(CLOCK_REALTIME, virtual_clock.read(), &now);
  *time = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}
MAZURKA_STAND_IN(time_t, time, (time_t * result)) {
  if (!is_checked()) return MAZURKA_REAL(time)(result);
  timespec now;
  to_timespec(CLOCK_REALTIME, virtual_clock.read(), &now);
  if (result != nullptr) *result = now.tv_sec;
  return now.tv_sec;
}
MAZURKA_STAND_IN(clock_t, clock, ()) {
  if (!is_checked()) return MAZURKA_REAL(clock)();
  return virtual_clock.read() / (kSecond / CLOCKS_PER_SEC);
}
// Of a process that does nothing but compute.
MAZURKA_STAND_IN(clock_t, times, (tms * used)) {
  if (!is_checked()) return MAZURKA_REAL(times)(used);
  constexpr int64_t kTicks = 100;  // in a second, as sysconf(_SC_CLK_TCK) says
  clock_t now = virtual_clock.read() / (kSecond / kTicks);
  if (used != nullptr) *used = {now, 0, 0, 0};
  return now;
}
MAZURKA_STAND_IN(int, timespec_get, (timespec * time, int base)) {
  if (!is_checked()) return MAZURKA_REAL(timespec_get)(time, base);
  if (base != TIME_UTC) return 0;
  to_timespec(CLOCK_REALTIME, virtual_clock.read(), time);
  return base;
}

MAZURKA_STAND_IN(int, nanosleep, (const timespec* duration, timespec* rest)) {
  if (!is_checked()) return MAZURKA_REAL(nanosleep)(duration, rest);
  errno = sleep_for(duration, rest, "nanosleep", MAZURKA_CALLER);
  return errno == 0 ? 0 : -1;
}
MAZURKA_STAND_IN(int, clock_nanosleep, (clockid_t clock, int flags, const timespec* time, timespec* rest)) {
  if (!is_checked()) return MAZURKA_REAL(clock_nanosleep)(clock, flags, time, rest);
  if ((flags & TIMER_ABSTIME) == 0) return sleep_for(time, rest, "clock_nanosleep", MAZURKA_CALLER);
  if (!is_valid(time) || !is_known(clock)) return EINVAL;
  cancellation_point("clock_nanosleep", MAZURKA_CALLER);
  virtual_clock.sleep_until(from_timespec(clock, *time));
  return 0;
}
MAZURKA_STAND_IN(int, usleep, (useconds_t duration)) {
  if (!is_checked()) return MAZURKA_REAL(usleep)(duration);
  cancellation_point("usleep", MAZURKA_CALLER);
  virtual_clock.sleep(Nanoseconds{duration} * 1000);
  return 0;
}
MAZURKA_STAND_IN(unsigned, sleep, (unsigned duration)) {
  if (!is_checked()) return MAZURKA_REAL(sleep)(duration);
  cancellation_point("sleep", MAZURKA_CALLER);
  virtual_clock.sleep(Nanoseconds{duration} * kSecond);
  return 0;
}
MAZURKA_STAND_IN(int, thrd_sleep, (const timespec* duration, timespec* rest)) {
  if (!is_checked()) return MAZURKA_REAL(thrd_sleep)(duration, rest);
  return sleep_for(duration, rest, "thrd_sleep", MAZURKA_CALLER) == 0 ? 0 : -2;
}

// Who goes on is explored anyway.
MAZURKA_STAND_IN(int, sched_yield, ()) {
  return is_checked() ? 0 : MAZURKA_REAL(sched_yield)();
}
MAZURKA_STAND_IN(int, pthread_yield, ()) {
  return sched_yield();
}
