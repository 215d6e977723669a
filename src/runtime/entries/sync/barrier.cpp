// Barriers of pthreads. The threads that arrive join the waiters; the last one wakes them all, and is the one that gets
// PTHREAD_BARRIER_SERIAL_THREAD. That leaves no choice of it out: nobody sees that a thread has arrived until all have,
// so each could as well arrive last, with everything else as it is, and all orders of arrival are explored.
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

#include <bit>

#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

constexpr ObjectKind kBarrierObject{.read = read_int64};

// In the place of glibc's barrier.
struct Barrier {
  uint64_t waiters;  // a bit for each thread
  uint32_t count;    // threads that it is for
  uint32_t state;
};
constexpr uint32_t kAlive = 0xba441e4, kDestroyed = 0x0ddead;
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));

Barrier* as_barrier(pthread_barrier_t* barrier) {
  return reinterpret_cast<Barrier*>(barrier);
}

int arrive(pthread_barrier_t* address, const char* name, uint64_t pc) {
  Barrier* barrier = as_barrier(address);
  if (barrier->state != kAlive && barrier->state != kDestroyed)
    report_misuse("wait at a barrier that was not initialised");
  uint32_t self = current_thread();
  if (self >= kMaxWaiters) report_unsupported("waiting at a barrier in more than 63 threads", pc);
  use_primitive(barrier, pc);
  visible(OpCode::kArrive, barrier, kBarrierObject, 8, name, pc, barrier->count);
  if (barrier->state != kAlive) report_misuse("wait at a barrier that was destroyed");
  hb_release(barrier);
  stay_in_primitive(barrier, pc);
  if (static_cast<uint32_t>(std::popcount(barrier->waiters)) + 1 == barrier->count) {
    hb_acquire(barrier);
    for (uint64_t waiters = barrier->waiters; waiters != 0; waiters &= waiters - 1) {
      uint32_t waiter = static_cast<uint32_t>(std::countr_zero(waiters));
      // Not when it wakes: others may have arrived again by then.
      hb_acquire_for(waiter, barrier);
      program->wake(waiter);
    }
    barrier->waiters = 0;
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  barrier->waiters |= uint64_t{1} << self;
  Operation op;
  op.code = OpCode::kWake;
  program->announce(op, name, pc);
  return 0;
}

int destroy(pthread_barrier_t* address, const char* name, uint64_t pc) {
  Barrier* barrier = as_barrier(address);
  destroy_waiting_primitive(barrier, pc);
  visible(OpCode::kStore, barrier, kBarrierObject, 8, name, pc);
  if (barrier->state != kAlive) report_misuse("destroy of a barrier that was destroyed or never initialised");
  if (barrier->waiters != 0) report_misuse("destroy of a barrier at which threads wait");
  barrier->state = kDestroyed;
  return 0;
}

}  // namespace

MAZURKA_STAND_IN(int, pthread_barrier_init,
                 (pthread_barrier_t * barrier, const pthread_barrierattr_t* attributes, unsigned count)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_barrier_init)(barrier, attributes, count);
  if (count == 0 || count > INT_MAX) return EINVAL;
  make_waiting_primitive(barrier, MAZURKA_CALLER);
  memset(barrier, 0, sizeof *barrier);
  *as_barrier(barrier) = {0, count, kAlive};
  return 0;
}
MAZURKA_STAND_IN(int, pthread_barrier_wait, (pthread_barrier_t * barrier)) {
  if (!is_checked()) {
    if (!heap_is_ours()) return MAZURKA_REAL(pthread_barrier_wait)(barrier);
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  return arrive(barrier, "pthread_barrier_wait", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_barrier_destroy, (pthread_barrier_t * barrier)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_barrier_destroy)(barrier);
  return destroy(barrier, "pthread_barrier_destroy", MAZURKA_CALLER);
}
