// Timed waits for mutexes and condition variables: pthreads, C11, and so std::timed_mutex, std::condition_variable.
#include "runtime/entries/sync/timed.hpp"

#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/visible.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

// The first word of a condition variable is the set of its waiters (entries/sync/condition.cpp).
struct TimedCondition {
  uint64_t waiters;
  int32_t clock;  // CLOCK_REALTIME is 0, as in PTHREAD_COND_INITIALIZER
};
static_assert(CLOCK_REALTIME == 0 && sizeof(TimedCondition) <= sizeof(pthread_cond_t));

int as_c11(int error) {
  return error == 0 ? thrd_success : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

// A time that is none is looked at only where the thread would have to wait. (Other timed waits always look.)
int lock_until(void* mutex, clockid_t clock, const timespec* time, const char* name, uint64_t pc) {
  if (!has_deadlines(clock)) return EINVAL;
  if (is_valid(time)) return lock_mutex(mutex, until(clock, *time), name, pc);
  const int error = lock_mutex(mutex, not_at_all(), name, pc);
  return error == EBUSY ? EINVAL : error;
}

}  // namespace

namespace mazurka::runtime {

int stop_waiting(const Patience& patience, uint64_t pc) {
  bool spurious = virtual_clock.may_wake_spuriously();
  if (patience.gives_up && spurious) {
    Operation op;
    op.code = OpCode::kChoose;
    op.a = 2;
    spurious = program->announce(op, "timeout or spurious wakeup", pc) == 1;
  }
  if (!spurious) return patience.give_up();
  virtual_clock.count_spurious_wakeup();
  return 0;
}

void set_condition_clock(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  clockid_t clock = CLOCK_REALTIME;
  if (attributes != nullptr) pthread_condattr_getclock(attributes, &clock);
  reinterpret_cast<TimedCondition*>(condition)->clock = clock;
}

}  // namespace mazurka::runtime

MAZURKA_STAND_IN(int, pthread_mutex_timedlock, (pthread_mutex_t * mutex, const timespec* time)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_timedlock)(mutex, time);
  return lock_until(mutex, CLOCK_REALTIME, time, "pthread_mutex_timedlock", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_mutex_clocklock, (pthread_mutex_t * mutex, clockid_t clock, const timespec* time)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_clocklock)(mutex, clock, time);
  return lock_until(mutex, clock, time, "pthread_mutex_clocklock", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, mtx_timedlock, (mtx_t * mutex, const timespec* time)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(mtx_timedlock)(mutex, time);
  return as_c11(lock_until(mutex, CLOCK_REALTIME, time, "mtx_timedlock", MAZURKA_CALLER));
}
MAZURKA_STAND_IN(int, pthread_cond_timedwait,
                 (pthread_cond_t * condition, pthread_mutex_t* mutex, const timespec* time)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_cond_timedwait)(condition, mutex, time);
  if (!is_valid(time)) return EINVAL;
  Patience patience = until(reinterpret_cast<TimedCondition*>(condition)->clock, *time);
  return wait_on_condition(condition, mutex, patience, "pthread_cond_timedwait", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_cond_clockwait,
                 (pthread_cond_t * condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* time)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_cond_clockwait)(condition, mutex, clock, time);
  if (!is_valid(time) || !has_deadlines(clock)) return EINVAL;
  return wait_on_condition(condition, mutex, until(clock, *time), "pthread_cond_clockwait", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, cnd_timedwait, (cnd_t * condition, mtx_t* mutex, const timespec* time)) {
  if (!is_checked()) return MAZURKA_REAL(cnd_timedwait)(condition, mutex, time);
  if (!is_valid(time)) return thrd_error;
  return as_c11(wait_on_condition(condition, mutex, until(CLOCK_REALTIME, *time), "cnd_timedwait", MAZURKA_CALLER));
}
