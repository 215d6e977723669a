// POSIX semaphores, unnamed ones. (Named ones: entries/sync/named_semaphore.cpp.)
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <string.h>

#include "runtime/engine/cancellation.hpp"
#include "runtime/engine/time/patience.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/sync/semaphore.hpp"
#include "runtime/entries/sync/timed.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

// In the place of glibc's semaphore. A semaphore is always made by sem_init or sem_open: zeros are none.
struct Semaphore {
  int32_t count;
  int32_t state;
};
constexpr int32_t kAlive = 0x5e3af04e, kDestroyed = 0x0ddead;
static_assert(sizeof(Semaphore) <= sizeof(sem_t));

Semaphore* as_semaphore(sem_t* semaphore) {
  return reinterpret_cast<Semaphore*>(semaphore);
}

int failed_with(int error) {
  errno = error;
  return -1;
}

Choice visible_semaphore(OpCode code, Semaphore* semaphore, const char* name, uint64_t pc) {
  // Memory that was never a semaphore has no count that anybody could wait for.
  if (semaphore->state != kAlive && semaphore->state != kDestroyed)
    report_misuse("use of a semaphore that was not initialised");
  if (code != OpCode::kStore) use_primitive(semaphore, pc);
  return visible(code, semaphore, kSemaphoreObject, 4, name, pc);
}

void check_alive(const Semaphore* semaphore) {
  if (semaphore->state != kAlive) report_misuse("use of a semaphore that was destroyed");
}

int acquire(sem_t* address, Patience patience, const char* name, uint64_t pc) {
  Semaphore* semaphore = as_semaphore(address);
  bool waits = !patience.gives_up;
  // Not waiting at all is no cancellation point; else it is an await for "cancelled, or there is one".
  bool cancellable = (waits || patience.timed) && may_be_cancelled();
  if (cancellable && waits) program->begin_looking();
  if (cancellable && is_cancelled(name, pc)) act_on_cancellation();
  visible_semaphore(waits && !cancellable ? OpCode::kSemAcquire : OpCode::kSemTryAcquire, semaphore, name, pc);
  check_alive(semaphore);
  if (cancellable && waits) {
    if (semaphore->count == 0) program->wait_for_change(name, pc);
    program->end_looking();
  }
  if (semaphore->count == 0) {
    int error = patience.give_up();
    return failed_with(error == EBUSY ? EAGAIN : error);
  }
  semaphore->count--;
  hb_acquire(semaphore);
  return 0;
}

int release(sem_t* address, const char* name, uint64_t pc) {
  Semaphore* semaphore = as_semaphore(address);
  visible_semaphore(OpCode::kSemRelease, semaphore, name, pc);
  check_alive(semaphore);
  if (semaphore->count == SEM_VALUE_MAX) return failed_with(EOVERFLOW);
  semaphore->count++;
  hb_release(semaphore);
  return 0;
}

int look(sem_t* address, int* count, const char* name, uint64_t pc) {
  Semaphore* semaphore = as_semaphore(address);
  visible_semaphore(OpCode::kLoad, semaphore, name, pc);
  check_alive(semaphore);
  *count = semaphore->count;
  return 0;
}

int destroy(sem_t* address, const char* name, uint64_t pc) {
  Semaphore* semaphore = as_semaphore(address);
  destroy_primitive(semaphore, pc);
  visible_semaphore(OpCode::kStore, semaphore, name, pc);
  check_alive(semaphore);
  // Whoever waits for it or will is let through, to be told.
  semaphore->count = 1;
  semaphore->state = kDestroyed;
  return 0;
}

}  // namespace

namespace mazurka::runtime {

void init_semaphore(void* address, uint32_t count) {
  memset(address, 0, sizeof(sem_t));
  *as_semaphore(static_cast<sem_t*>(address)) = {static_cast<int32_t>(count), kAlive};
}

}  // namespace mazurka::runtime

MAZURKA_STAND_IN(int, sem_init, (sem_t * semaphore, int shared, unsigned count)) {
  if (!heap_is_ours()) return MAZURKA_REAL(sem_init)(semaphore, shared, count);
  if (count > SEM_VALUE_MAX) return failed_with(EINVAL);
  make_primitive(semaphore, MAZURKA_CALLER);
  init_semaphore(semaphore, count);
  return 0;
}
MAZURKA_STAND_IN(int, sem_destroy, (sem_t * semaphore)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(sem_destroy)(semaphore);
  return destroy(semaphore, "sem_destroy", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, sem_wait, (sem_t * semaphore)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(sem_wait)(semaphore);
  return acquire(semaphore, for_ever(), "sem_wait", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, sem_trywait, (sem_t * semaphore)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(sem_trywait)(semaphore);
  return acquire(semaphore, not_at_all(), "sem_trywait", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, sem_timedwait, (sem_t * semaphore, const timespec* time)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(sem_timedwait)(semaphore, time);
  if (!is_valid(time)) return failed_with(EINVAL);
  return acquire(semaphore, until(CLOCK_REALTIME, *time), "sem_timedwait", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, sem_clockwait, (sem_t * semaphore, clockid_t clock, const timespec* time)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(sem_clockwait)(semaphore, clock, time);
  if (!is_valid(time) || !has_deadlines(clock)) return failed_with(EINVAL);
  return acquire(semaphore, until(clock, *time), "sem_clockwait", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, sem_post, (sem_t * semaphore)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(sem_post)(semaphore);
  return release(semaphore, "sem_post", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, sem_getvalue, (sem_t * semaphore, int* count)) {
  if (!is_checked()) {
    if (!heap_is_ours()) return MAZURKA_REAL(sem_getvalue)(semaphore, count);
    *count = as_semaphore(semaphore)->count;
    return 0;
  }
  return look(semaphore, count, "sem_getvalue", MAZURKA_CALLER);
}
