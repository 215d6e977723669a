// System calls about time, and what changes with it.
#include <errno.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#include "runtime/engine/failure.hpp"
#include "runtime/engine/time/virtual_clock.hpp"
#include "runtime/kernel/pass_to_kernel.hpp"
#include "runtime/kernel/process/process_calls.hpp"
#include "runtime/memory/snapshot.hpp"

namespace mazurka::runtime {

namespace {

constexpr Nanoseconds kSecond = 1'000'000'000;

// The kernel's own result, if there is a place for it.
template <class T>
void give(long place, const T& value) {
  if (place == 0) return;
  heat_range(static_cast<uintptr_t>(place), sizeof value);
  *reinterpret_cast<T*>(place) = value;
}

timespec now(clockid_t clock) {
  timespec result;
  to_timespec(clock, virtual_clock.read(), &result);
  return result;
}

bool shows_time(long clock) {
  constexpr long kNoClock = 10;  // any more
  return clock >= CLOCK_REALTIME && clock <= CLOCK_TAI && clock != kNoClock;
}

}  // namespace

long clock_gettime_call(const SystemCall& call) {
  const auto clock = static_cast<clockid_t>(call.a[0]);
  if (clock < 0) report_unsupported("clock_gettime of another process's or thread's clock", call.pc);
  if (!shows_time(clock)) return -EINVAL;
  if (call.a[1] == 0) return -EFAULT;
  give(call.a[1], now(clock));
  return 0;
}

long gettimeofday_call(const SystemCall& call) {
  timespec time = now(CLOCK_REALTIME);
  give(call.a[0], timeval{time.tv_sec, time.tv_nsec / 1000});
  return 0;
}

long time_call(const SystemCall& call) {
  time_t time = now(CLOCK_REALTIME).tv_sec;
  give(call.a[0], time);
  return time;
}

long nanosleep_call(const SystemCall& call) {
  const auto* duration = reinterpret_cast<const timespec*>(call.a[0]);
  if (duration == nullptr) return -EFAULT;
  if (!is_valid(duration) || duration->tv_sec < 0) return -EINVAL;
  virtual_clock.sleep(duration_of(*duration));
  return 0;
}

long clock_nanosleep_call(const SystemCall& call) {
  const auto* time = reinterpret_cast<const timespec*>(call.a[2]);
  if (time == nullptr) return -EFAULT;
  if (!is_valid(time) || time->tv_sec < 0 || !shows_time(call.a[0])) return -EINVAL;
  if ((call.a[1] & TIMER_ABSTIME) != 0)
    virtual_clock.sleep_until(from_timespec(static_cast<int>(call.a[0]), *time));
  else
    virtual_clock.sleep(duration_of(*time));
  return 0;
}

// Of a process that does nothing but compute; so for getrusage().
long times_call(const SystemCall& call) {
  clock_t ticks = virtual_clock.read() / (kSecond / 100);
  give(call.a[0], tms{ticks, 0, 0, 0});
  return ticks;
}

long getrusage_call(const SystemCall& call) {
  rusage used = {};
  long error = pass_to_kernel(call.number, call.a);
  if (error != 0) return error;
  Nanoseconds time = call.a[0] == RUSAGE_CHILDREN ? 0 : virtual_clock.read();
  used.ru_utime = {time / kSecond, time % kSecond / 1000};
  used.ru_maxrss = call.a[0] == RUSAGE_CHILDREN ? 0 : 10000;
  give(call.a[1], used);
  return 0;
}

// A machine that was just started and does nothing else.
long sysinfo_call(const SystemCall& call) {
  long error = pass_to_kernel(call.number, call.a);
  if (error != 0) return error;
  auto& machine = *reinterpret_cast<struct sysinfo*>(call.a[0]);
  machine.uptime = virtual_clock.read() / kSecond;
  for (unsigned long& load : machine.loads) load = 0;
  machine.freeram = machine.totalram / 2;
  machine.freeswap = machine.totalswap;
  machine.sharedram = machine.bufferram = 0;
  machine.procs = 100;
  return 0;
}

}  // namespace mazurka::runtime
