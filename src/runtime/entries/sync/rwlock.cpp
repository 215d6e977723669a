// Read-write locks of pthreads, and so std::shared_mutex and std::shared_timed_mutex.
//
// Whether waiting readers or writers come first is open: all orders are explored. Read locks are ordered among
// themselves, like all other operations on a lock: letting them commute would give fewer traces, but only pop could
// make use of it, and not without giving up runs.
//
// What that does not show is a lock that lets no reader in while a writer waits: a thread that locks for reading twice
// waits for a writer that waits for it. Where that matters (rwlock_preference.hpp), and for locks of the kind
// PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP, the writers that wait are counted in an object of its own. A reader
// first waits until there is none.
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#include "runtime/engine/rwlock_preference.hpp"
#include "runtime/engine/time/patience.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/sync/timed.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/platform/supervisor_log.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

constexpr ObjectKind kRwlockObject{.read = read_int32};

// glibc's layout, with our own meaning of the first two words. Zero is a lock that nobody holds.
struct Rwlock {
  int32_t holders;  // readers, or -1 for a writer
  int32_t destroyed;
  int32_t writers;  // that wait, where that matters
  int32_t unused[9];
  uint32_t kind;  // where static initialisers have it
};
static_assert(offsetof(Rwlock, kind) == offsetof(pthread_rwlock_t, __data.__flags));

// The writers that wait for it, as an object of its own.
constexpr ObjectKind kWaitingWritersObject{.read = [](uintptr_t address, uint32_t) {
  return Value{*static_cast<volatile int32_t*>(&reinterpret_cast<Rwlock*>(address)->writers)};
}};

Rwlock* as_rwlock(pthread_rwlock_t* lock) {
  return reinterpret_cast<Rwlock*>(lock);
}

// The locks that a thread holds. In its thread-local storage, which is rolled back with the program's memory: a thread
// knows of its own locks without looking at what other threads do.
struct Held {
  Rwlock* lock;
  int32_t count;  // read locks, or -1
};
constexpr uint32_t kMaxHeld = 64;
struct HeldLocks {
  uint32_t used;
  Held entries[kMaxHeld];
};
__attribute__((tls_model("initial-exec"))) thread_local HeldLocks held_locks;

Held* find_held(Rwlock* lock) {
  for (uint32_t k = 0; k < held_locks.used; k++)
    if (held_locks.entries[k].lock == lock) return &held_locks.entries[k];
  return nullptr;
}

void note_held(Rwlock* lock, int32_t count) {
  if (Held* held = find_held(lock)) {
    held->count += count;
    return;
  }
  if (held_locks.used == kMaxHeld) report_unsupported("holding more than 64 read-write locks", 0);
  held_locks.entries[held_locks.used++] = {lock, count};
}

void forget_held(Held* held) {
  *held = held_locks.entries[--held_locks.used];
}

void visible_rwlock(OpCode code, Rwlock* lock, const char* name, uint64_t pc) {
  if (code != OpCode::kStore) use_primitive(lock, pc);
  Operation op;
  op.code = code;
  op.object = program->object(reinterpret_cast<uintptr_t>(lock), kRwlockObject, 4);
  op.ordered = true;
  program->announce(op, name, pc);
}

// What readers leave for the next writer: at the next byte, for readers do not order each other.
const void* left_by_readers(const Rwlock* lock) {
  return reinterpret_cast<const char*>(lock) + 1;
}

void check_alive(const Rwlock* lock) {
  if (lock->destroyed != 0) report_misuse("use of a read-write lock that was destroyed");
}

bool writers_go_first(const Rwlock* lock) {
  return lock->kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP || counts_waiting_writers();
}

void count_writer(Rwlock* lock, int32_t change, const char* name, uint64_t pc) {
  visible(OpCode::kFetchAdd, lock, kWaitingWritersObject, 4, name, pc, change);
  lock->writers += change;
}

// Waits until no writer does, or tells at once whether one does.
bool is_kept_out(Rwlock* lock, Patience patience, const char* name, uint64_t pc) {
  if (!writers_go_first(lock)) return false;
  if (patience.gives_up) {
    visible(OpCode::kLoad, lock, kWaitingWritersObject, 4, name, pc);
    return lock->writers != 0;
  }
  Operation op;
  op.code = OpCode::kAwait;
  op.comparison = Comparison::kEqual;
  op.object = program->object(reinterpret_cast<uintptr_t>(lock), kWaitingWritersObject, 4);
  program->announce(op, name, pc);
  return false;
}

int lock_for_reading(pthread_rwlock_t* address, Patience patience, const char* name, uint64_t pc) {
  Rwlock* lock = as_rwlock(address);
  const Held* held = find_held(lock);
  if (held != nullptr && held->count < 0 && (patience.timed || !patience.gives_up)) return EDEADLK;
  before_read_lock();
  bool kept_out = is_kept_out(lock, patience, name, pc);
  visible_rwlock(patience.gives_up ? OpCode::kTryReadLock : OpCode::kReadLock, lock, name, pc);
  check_alive(lock);
  // If nobody holds the lock, the writer that was seen waiting will rather come later.
  if (lock->holders < 0 || (kept_out && lock->holders > 0)) return patience.give_up();
  if (patience.gives_up && lock->holders > 0 && !writers_go_first(lock)) learn_that_preference_matters();
  lock->holders++;
  own_locks().all++;
  own_locks().read++;
  note_held(lock, 1);
  hb_acquire(lock);
  return 0;
}

int lock_for_writing(pthread_rwlock_t* address, Patience patience, const char* name, uint64_t pc) {
  Rwlock* lock = as_rwlock(address);
  const Held* held = find_held(lock);
  if (held != nullptr && held->count < 0 && (patience.timed || !patience.gives_up)) return EDEADLK;
  bool counts = writers_go_first(lock) && (patience.timed || !patience.gives_up);
  if (counts) count_writer(lock, 1, name, pc);
  visible_rwlock(patience.gives_up ? OpCode::kTryWriteLock : OpCode::kWriteLock, lock, name, pc);
  check_alive(lock);
  bool taken = lock->holders == 0;
  if (taken) {
    lock->holders = -1;
    own_locks().all++;
    note_held(lock, -1);
    hb_acquire(lock);
    hb_acquire(left_by_readers(lock));
  }
  if (counts) count_writer(lock, -1, name, pc);
  return taken ? 0 : patience.give_up();
}

int unlock(pthread_rwlock_t* address, const char* name, uint64_t pc) {
  Rwlock* lock = as_rwlock(address);
  Held* held = find_held(lock);
  if (held == nullptr) {
    report_misuse("unlock of a read-write lock that the thread does not hold");
    return 0;
  }
  bool reading = held->count > 0;
  visible_rwlock(reading ? OpCode::kReadUnlock : OpCode::kWriteUnlock, lock, name, pc);
  check_alive(lock);
  hb_release(reading ? left_by_readers(lock) : lock);
  lock->holders = reading ? lock->holders - 1 : 0;
  held->count -= reading ? 1 : -1;
  own_locks().all--;
  own_locks().read -= reading;
  if (held->count == 0) forget_held(held);
  return 0;
}

int destroy(pthread_rwlock_t* address, const char* name, uint64_t pc) {
  Rwlock* lock = as_rwlock(address);
  destroy_primitive(lock, pc);
  visible_rwlock(OpCode::kStore, lock, name, pc);
  check_alive(lock);
  if (lock->holders != 0) report_misuse("destroy of a read-write lock that is locked");
  lock->destroyed = 1;
  return 0;
}

}  // namespace

#define RWLOCK_FUNCTION(name, how)                                           \
  MAZURKA_STAND_IN(int, name, (pthread_rwlock_t * lock)) {                   \
    if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(name)(lock); \
    return how;                                                              \
  }
#define RWLOCK_TIMED(name, action)                                                 \
  MAZURKA_STAND_IN(int, name, (pthread_rwlock_t * lock, const timespec* time)) {   \
    if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(name)(lock, time); \
    if (!is_valid(time)) return EINVAL;                                            \
    return action(lock, until(CLOCK_REALTIME, *time), #name, MAZURKA_CALLER);      \
  }
#define RWLOCK_CLOCKED(name, action)                                                              \
  MAZURKA_STAND_IN(int, name, (pthread_rwlock_t * lock, clockid_t clock, const timespec* time)) { \
    if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(name)(lock, clock, time);         \
    if (!is_valid(time) || !has_deadlines(clock)) return EINVAL;                                  \
    return action(lock, until(clock, *time), #name, MAZURKA_CALLER);                              \
  }

RWLOCK_FUNCTION(pthread_rwlock_rdlock, lock_for_reading(lock, for_ever(), "pthread_rwlock_rdlock", MAZURKA_CALLER))
RWLOCK_FUNCTION(pthread_rwlock_wrlock, lock_for_writing(lock, for_ever(), "pthread_rwlock_wrlock", MAZURKA_CALLER))
RWLOCK_FUNCTION(pthread_rwlock_tryrdlock,
                lock_for_reading(lock, not_at_all(), "pthread_rwlock_tryrdlock", MAZURKA_CALLER))
RWLOCK_FUNCTION(pthread_rwlock_trywrlock,
                lock_for_writing(lock, not_at_all(), "pthread_rwlock_trywrlock", MAZURKA_CALLER))
RWLOCK_FUNCTION(pthread_rwlock_unlock, unlock(lock, "pthread_rwlock_unlock", MAZURKA_CALLER))
RWLOCK_FUNCTION(pthread_rwlock_destroy, destroy(lock, "pthread_rwlock_destroy", MAZURKA_CALLER))
RWLOCK_TIMED(pthread_rwlock_timedrdlock, lock_for_reading)
RWLOCK_TIMED(pthread_rwlock_timedwrlock, lock_for_writing)
RWLOCK_CLOCKED(pthread_rwlock_clockrdlock, lock_for_reading)
RWLOCK_CLOCKED(pthread_rwlock_clockwrlock, lock_for_writing)

MAZURKA_STAND_IN(int, pthread_rwlock_init, (pthread_rwlock_t * lock, const pthread_rwlockattr_t* attributes)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_rwlock_init)(lock, attributes);
  make_primitive(lock, MAZURKA_CALLER);
  memset(lock, 0, sizeof *lock);
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (attributes != nullptr) pthread_rwlockattr_getkind_np(attributes, &kind);
  as_rwlock(lock)->kind = static_cast<uint32_t>(kind);
  return 0;
}
