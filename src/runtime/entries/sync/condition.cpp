// Condition variables: pthreads, C11 <threads.h>, and what the C++ library builds on them. The state is kept in the
// program's own object, so that it is rolled back with the program's memory.
#include "runtime/entries/sync/condition.hpp"
#include "runtime/engine/states/naming.hpp"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <threads.h>

#include "runtime/engine/cancellation.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/sync/timed.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

constexpr ObjectKind kConditionObject{.read = read_int64};

// The set of waiting threads is in the first word.
uint64_t& waiters_of(void* condition) {
  return *static_cast<uint64_t*>(condition);
}

// Ends a wait that may end without a signal: 0 if there was one, or if nothing is to be said of it.
int leave_condition(void* condition, const Patience& patience, const char* name, uint64_t pc) {
  visible(OpCode::kLeave, condition, kConditionObject, 8, name, pc);
  program->clear_own_wakeup();
  uint64_t self = uint64_t{1} << current_thread();
  if ((waiters_of(condition) & self) == 0) return 0;
  waiters_of(condition) &= ~self;
  return stop_waiting(patience, pc);
}

// The mutex of those that wait.
void*& mutex_of(void* condition) {
  return static_cast<void**>(condition)[3];
}

// Destroyed: told by the third word.
constexpr uint64_t kDestroyedCondition = 0x6d617a75726b6164;

void use_condition(void* condition, uint64_t pc) {
  use_primitive(condition, pc);
  if ((&waiters_of(condition))[2] == kDestroyedCondition)
    report_misuse("use of a condition variable that was destroyed");
}

int signal(void* condition, const char* name, uint64_t pc);

// The current thread was cancelled while it waited. If it was signalled as well, it may go on as if nothing had
// happened, or end; then the signal is not lost to others that wait. False: it goes on, and is still to be cancelled.
bool leave_cancelled(void* condition, const char* name, uint64_t pc) {
  visible(OpCode::kLeave, condition, kConditionObject, 8, name, pc);
  program->clear_own_wakeup();
  uint64_t self = uint64_t{1} << current_thread();
  if ((waiters_of(condition) & self) != 0) {
    waiters_of(condition) &= ~self;
    return true;
  }
  Operation op;
  op.code = OpCode::kChoose;
  op.a = 2;
  if (program->announce(op, "signalled or cancelled", pc) == 0) return false;
  signal(condition, name, pc);
  return true;
}

// The thread has joined the waiters. Waits until it is signalled, or gives up: 0 or an error; or until it is cancelled.
int wait_for_signal(void* condition, const Patience& patience, bool cancellable, bool& cancelled, const char* name,
                    uint64_t pc) {
  bool gives_up = patience.gives_up || virtual_clock.may_wake_spuriously();
  if (cancellable && !gives_up) program->begin_looking();
  if (cancellable && is_cancelled(name, pc)) {
    program->end_looking();
    cancelled = leave_cancelled(condition, name, pc);
    return 0;
  }
  if (gives_up) return leave_condition(condition, patience, name, pc);
  if (cancellable) {
    visible(OpCode::kLoad, condition, kConditionObject, 8, name, pc);
    if ((waiters_of(condition) >> current_thread() & 1) != 0) program->wait_for_change(name, pc);
    program->end_looking();
    program->clear_own_wakeup();
    return 0;
  }
  Operation op;
  op.code = OpCode::kWake;
  program->announce(op, name, pc);
  return 0;
}

int wait(void* condition, void* mutex, const Patience& patience, const char* name, uint64_t pc) {
  if (!holds_mutex(mutex) && checks_owner(mutex)) return EPERM;
  if (!holds_mutex(mutex)) report_misuse("wait on a condition variable without holding the mutex");
  uint32_t self = current_thread();
  if (self >= kMaxWaiters) report_unsupported("waiting on a condition variable in more than 63 threads", pc);
  use_condition(condition, pc);
  bool cancellable = may_be_cancelled(), cancelled = false;
  if (cancellable) cancellation_point(name, pc);
  visible(OpCode::kEnqueue, condition, kConditionObject, 8, name, pc);
  if (waiters_of(condition) != 0 && mutex_of(condition) != mutex)
    report_misuse("wait on a condition variable with another mutex than those that wait already");
  waiters_of(condition) |= uint64_t{1} << self;
  mutex_of(condition) = mutex;
  clear_dead_registers();
  unlock_to_wait(mutex, name, pc);
  stay_in_primitive(condition, pc);
  int error = wait_for_signal(condition, patience, cancellable, cancelled, name, pc);
  clear_dead_registers();
  if (int failure = lock_after_wait(mutex, name, pc); failure != 0) error = failure;
  if (cancelled) act_on_cancellation();
  return error;
}

int signal(void* condition, const char* name, uint64_t pc) {
  use_condition(condition, pc);
  Choice chosen = visible(OpCode::kSignal, condition, kConditionObject, 8, name, pc);
  if (chosen != 0) {
    waiters_of(condition) &= ~(uint64_t{1} << (chosen - 1));
    if (waiters_of(condition) == 0) mutex_of(condition) = nullptr;
    program->wake(chosen - 1);
  }
  return 0;
}

int broadcast(void* condition, const char* name, uint64_t pc) {
  use_condition(condition, pc);
  visible(OpCode::kBroadcast, condition, kConditionObject, 8, name, pc);
  for (uint32_t t = 0; t < kMaxWaiters; t++)
    if (waiters_of(condition) >> t & 1) program->wake(t);
  waiters_of(condition) = 0;
  mutex_of(condition) = nullptr;
  return 0;
}

int destroy_condition(void* condition, uint64_t pc) {
  if (waiters_of(condition) != 0) report_misuse("destroy of a condition variable on which threads wait");
  destroy_waiting_primitive(condition, pc);
  (&waiters_of(condition))[2] = kDestroyedCondition;
  return 0;
}

}  // namespace

namespace mazurka::runtime {

int wait_on_condition(void* condition, void* mutex, const Patience& patience, const char* name, uint64_t pc) {
  return wait(condition, mutex, patience, name, pc);
}

}  // namespace mazurka::runtime

MAZURKA_STAND_IN(int, pthread_cond_init, (pthread_cond_t * condition, const pthread_condattr_t* attributes)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_cond_init)(condition, attributes);
  make_waiting_primitive(condition, MAZURKA_CALLER);
  memset(condition, 0, sizeof *condition);
  set_condition_clock(condition, attributes);
  return 0;
}
MAZURKA_STAND_IN(int, pthread_cond_destroy, (pthread_cond_t * condition)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_cond_destroy)(condition);
  return destroy_condition(condition, MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t* mutex)) {
  if (!is_checked()) return MAZURKA_REAL(pthread_cond_wait)(condition, mutex);
  return wait(condition, mutex, for_ever(), "pthread_cond_wait", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_cond_signal, (pthread_cond_t * condition)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_cond_signal)(condition);
  return signal(condition, "pthread_cond_signal", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_cond_broadcast, (pthread_cond_t * condition)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_cond_broadcast)(condition);
  return broadcast(condition, "pthread_cond_broadcast", MAZURKA_CALLER);
}

MAZURKA_STAND_IN(int, cnd_init, (cnd_t * condition)) {
  if (!heap_is_ours()) return MAZURKA_REAL(cnd_init)(condition);
  make_waiting_primitive(condition, MAZURKA_CALLER);
  memset(condition, 0, sizeof *condition);
  return thrd_success;
}
MAZURKA_STAND_IN(int, cnd_wait, (cnd_t * condition, mtx_t* mutex)) {
  if (!is_checked()) return MAZURKA_REAL(cnd_wait)(condition, mutex);
  return wait(condition, mutex, for_ever(), "cnd_wait", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, cnd_signal, (cnd_t * condition)) {
  if (!is_checked()) return heap_is_ours() ? thrd_success : MAZURKA_REAL(cnd_signal)(condition);
  return signal(condition, "cnd_signal", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, cnd_broadcast, (cnd_t * condition)) {
  if (!is_checked()) return heap_is_ours() ? thrd_success : MAZURKA_REAL(cnd_broadcast)(condition);
  return broadcast(condition, "cnd_broadcast", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(void, cnd_destroy, (cnd_t * condition)) {
  if (is_checked())
    destroy_condition(condition, MAZURKA_CALLER);
  else if (!heap_is_ours())
    MAZURKA_REAL(cnd_destroy)(condition);
}
