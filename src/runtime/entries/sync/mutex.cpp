// Mutexes: pthreads, C11 <threads.h>, and what the C++ library builds on them. The state is kept in the program's own
// object, so that it is rolled back with the program's memory.
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <threads.h>

#include "runtime/engine/foresight/foresight.hpp"
#include "runtime/engine/rwlock_preference.hpp"
#include "runtime/engine/threads/thread_hooks.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/sync/condition.hpp"
#include "runtime/entries/sync/timed.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/kernel/system_calls.hpp"
#include "runtime/memory/snapshot.hpp"
#include "runtime/platform/own_code.hpp"
#include "runtime/races/race_detector.hpp"
#include "runtime/races/sections/fused_sections.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

// A recursive mutex is locked once more, or once less: nobody sees how often it is.
void note_depth() {
  note_change();
  note_unforeseeable();
}

// glibc's layout, with our own meaning of the first two words.
struct Mutex {
  int32_t owner_plus_one;
  uint32_t depth;
  int32_t recovery;  // of a robust mutex
  int32_t ceiling;   // of a priority, which nobody looks at
  int32_t kind;
};
constexpr int32_t kRecursive = 1, kErrorCheck = 2, kRobust = 16, kProtects = 64, kDestroyed = -1;
// Made with attributes that say so: who unlocks it without having it is told. (A std::recursive_mutex is not.)
constexpr int32_t kChecksOwner = 128;
// A robust mutex whose owner ended: the next one who locks it is told, and makes it consistent before it unlocks it; or
// nobody can lock it any more.
constexpr int32_t kConsistent = 0, kOwnerDied = 1, kLost = 2;

Mutex* as_mutex(void* mutex) {
  return static_cast<Mutex*>(mutex);
}
int32_t self_plus_one() {
  return static_cast<int32_t>(current_thread()) + 1;
}

// The robust mutexes that a thread holds: in its thread-local storage, which is rolled back with the program's memory.
constexpr uint32_t kMaxRobust = 32;
struct RobustMutexes {
  uint32_t used;
  Mutex* held[kMaxRobust];
};
__attribute__((tls_model("initial-exec"))) thread_local RobustMutexes robust_mutexes;

void end_robust();
EndHook robust_hook(EndHook::Turn::kLocks, end_robust, EndHook::Whom::kNobody);

// The current thread was given the mutex: what that function returns.
int take(Mutex* mutex) {
  if ((mutex->kind & kRobust) != 0) {
    robust_hook.arm();
    if (mutex->recovery == kLost) return ENOTRECOVERABLE;
    if (robust_mutexes.used == kMaxRobust) report_unsupported("holding more than 32 robust mutexes", 0);
    robust_mutexes.held[robust_mutexes.used++] = mutex;
  }
  mutex->owner_plus_one = self_plus_one();
  mutex->depth = 1;
  own_locks().all++;
  return (mutex->kind & kRobust) != 0 && mutex->recovery == kOwnerDied ? EOWNERDEAD : 0;
}

void forget_robust(const Mutex* mutex) {
  RobustMutexes& own = robust_mutexes;
  for (uint32_t k = 0; k < own.used; k++)
    if (own.held[k] == mutex) own.held[k--] = own.held[--own.used];
}

// The current thread unlocks the mutex, having locked it once.
void give_up(Mutex* mutex) {
  if ((mutex->kind & kRobust) != 0) {
    forget_robust(mutex);
    if (mutex->recovery == kOwnerDied) mutex->recovery = kLost;
  }
  mutex->owner_plus_one = 0;
  mutex->depth = 0;
  own_locks().all--;
}

int lock(void* address, const char* name, uint64_t pc, AfterLock next = AfterLock::kOurs) {
  Mutex* mutex = as_mutex(address);
  if (mutex->kind == kDestroyed) report_misuse("lock of a mutex that was destroyed");
  if (mutex->owner_plus_one == self_plus_one()) {
    if ((mutex->kind & 3) == kRecursive) {
      note_depth();
      mutex->depth++;
      return 0;
    }
    if ((mutex->kind & 3) == kErrorCheck) return EDEADLK;
  }
  bool silent = is_unwinder_code(pc) && mutex->owner_plus_one == 0;
  if (!silent) {
    use_primitive(address, pc);
    visible(OpCode::kLock, address, kMutexObject, 4, name, pc);
    // (What becomes of a robust mutex depends on more than who has it.)
    hb_lock(address, (mutex->kind & kRobust) != 0 ? AfterLock::kOurs : next);
  }
  return take(mutex);
}

int try_lock(void* address, const char* name, uint64_t pc) {
  Mutex* mutex = as_mutex(address);
  if (mutex->kind == kDestroyed) report_misuse("lock of a mutex that was destroyed");
  if (mutex->owner_plus_one == self_plus_one() && (mutex->kind & 3) == kRecursive) {
    note_depth();
    mutex->depth++;
    return 0;
  }
  use_primitive(address, pc);
  visible(OpCode::kTryLock, address, kMutexObject, 4, name, pc);
  if (mutex->owner_plus_one != 0) return EBUSY;
  note_recorded_change();
  hb_acquire(address);
  return take(mutex);
}

int unlock(void* address, const char* name, uint64_t pc) {
  Mutex* mutex = as_mutex(address);
  if (mutex->owner_plus_one != self_plus_one()) {
    if (checks_owner(mutex)) return EPERM;
    report_misuse(mutex->kind == kDestroyed    ? "unlock of a mutex that was destroyed"
                  : mutex->owner_plus_one == 0 ? "unlock of a mutex that is not locked"
                                               : "unlock of a mutex that another thread holds");
  }
  if (mutex->depth > 1) {
    note_depth();
    mutex->depth--;
    return 0;
  }
  if (!is_unwinder_code(pc)) {
    end_of_accesses(address);
    use_primitive(address, pc);
    visible(OpCode::kUnlock, address, kMutexObject, 4, name, pc);
    hb_unlock(address);
  }
  give_up(mutex);
  return 0;
}

void init_mutex(void* address, int32_t kind) {
  memset(address, 0, sizeof(pthread_mutex_t));
  as_mutex(address)->kind = kind;
}

void set_attributes(Mutex* mutex, const pthread_mutexattr_t* attributes) {
  int robust = PTHREAD_MUTEX_STALLED, protocol = PTHREAD_PRIO_NONE;
  pthread_mutexattr_getrobust(attributes, &robust);
  pthread_mutexattr_getprotocol(attributes, &protocol);
  mutex->kind &= kRecursive | kErrorCheck;
  if (mutex->kind == kRecursive) mutex->kind |= kChecksOwner;
  if (robust == PTHREAD_MUTEX_ROBUST) mutex->kind |= kRobust | kChecksOwner;
  if (protocol != PTHREAD_PRIO_PROTECT) return;
  mutex->kind |= kProtects;
  pthread_mutexattr_getprioceiling(attributes, &mutex->ceiling);
}

int destroy_mutex(void* address, uint64_t pc) {
  Mutex* mutex = as_mutex(address);
  if (mutex->owner_plus_one != 0) report_misuse("destroy of a mutex that is locked");
  destroy_primitive(address, pc);
  mutex->kind = kDestroyed;
  return 0;
}

// The current thread ends: whoever locks one of its robust mutexes next is told.
void end_robust() {
  while (robust_mutexes.used != 0) {
    Mutex* mutex = robust_mutexes.held[robust_mutexes.used - 1];
    visible(OpCode::kUnlock, mutex, kMutexObject, 4, "end of the owner of a robust mutex", 0);
    hb_release(mutex);
    give_up(mutex);
    mutex->recovery = kOwnerDied;
  }
}

}  // namespace

namespace mazurka::runtime {

int lock_mutex(void* address, const Patience& patience, const char* name, uint64_t pc) {
  const Mutex* mutex = as_mutex(address);
  bool relocks = mutex->owner_plus_one == self_plus_one() && (mutex->kind & 3) == kErrorCheck;
  if (!patience.gives_up || relocks) return lock(address, name, pc);
  int error = try_lock(address, name, pc);
  return error == EBUSY ? patience.give_up() : error;
}

bool holds_mutex(const void* mutex) {
  return static_cast<const Mutex*>(mutex)->owner_plus_one == self_plus_one();
}

bool checks_owner(const void* mutex) {
  int32_t kind = static_cast<const Mutex*>(mutex)->kind;
  return kind != kDestroyed && ((kind & 3) == kErrorCheck || (kind & kChecksOwner) != 0);
}

void unlock_to_wait(void* address, const char* name, uint64_t pc) {
  unlock(address, name, pc);
}

int lock_after_wait(void* address, const char* name, uint64_t pc) {
  if (holds_mutex(address)) {
    as_mutex(address)->depth++;
    return 0;
  }
  use_primitive(address, pc);
  visible(OpCode::kLock, address, kMutexObject, 4, name, pc);
  hb_lock(address, AfterLock::kOurs);
  return take(as_mutex(address));
}

}  // namespace mazurka::runtime

MAZURKA_STAND_IN(int, pthread_mutex_init, (pthread_mutex_t * mutex, const pthread_mutexattr_t* attributes)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_mutex_init)(mutex, attributes);
  int kind = 0;
  if (attributes != nullptr) pthread_mutexattr_gettype(attributes, &kind);
  make_primitive(mutex, MAZURKA_CALLER);
  init_mutex(mutex, kind);
  if (attributes != nullptr) set_attributes(as_mutex(mutex), attributes);
  return 0;
}
MAZURKA_STAND_IN(int, pthread_mutex_consistent, (pthread_mutex_t * mutex)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_consistent)(mutex);
  Mutex* own = as_mutex(mutex);
  bool may = (own->kind & kRobust) != 0 && own->owner_plus_one == self_plus_one() && own->recovery == kOwnerDied;
  if (!may) return EINVAL;
  note_change();
  own->recovery = kConsistent;
  return 0;
}
MAZURKA_STAND_IN(int, pthread_mutex_getprioceiling, (const pthread_mutex_t* mutex, int* ceiling)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_mutex_getprioceiling)(mutex, ceiling);
  const auto* own = reinterpret_cast<const Mutex*>(mutex);
  if ((own->kind & kProtects) == 0) return EINVAL;
  *ceiling = own->ceiling;
  return 0;
}
MAZURKA_STAND_IN(int, pthread_mutex_setprioceiling, (pthread_mutex_t * mutex, int ceiling, int* old)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_setprioceiling)(mutex, ceiling, old);
  Mutex* own = as_mutex(mutex);
  if ((own->kind & kProtects) == 0) return EINVAL;
  bool holds = own->owner_plus_one == self_plus_one();
  int error = holds ? 0 : lock(mutex, "pthread_mutex_setprioceiling", MAZURKA_CALLER);
  if (error != 0) return error;
  *old = own->ceiling;
  own->ceiling = ceiling;
  return holds ? 0 : unlock(mutex, "pthread_mutex_setprioceiling", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_mutex_destroy, (pthread_mutex_t * mutex)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_destroy)(mutex);
  return destroy_mutex(mutex, MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_mutex_lock, (pthread_mutex_t * mutex)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_lock)(mutex);
  return lock(mutex, "pthread_mutex_lock", MAZURKA_CALLER, AfterLock::kProgram);
}
MAZURKA_STAND_IN(int, pthread_mutex_trylock, (pthread_mutex_t * mutex)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_trylock)(mutex);
  return try_lock(mutex, "pthread_mutex_trylock", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_mutex_unlock, (pthread_mutex_t * mutex)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_mutex_unlock)(mutex);
  return unlock(mutex, "pthread_mutex_unlock", MAZURKA_CALLER);
}

MAZURKA_STAND_IN(int, mtx_init, (mtx_t * mutex, int type)) {
  if (!heap_is_ours()) return MAZURKA_REAL(mtx_init)(mutex, type);
  make_primitive(mutex, MAZURKA_CALLER);
  memset(mutex, 0, sizeof *mutex);
  as_mutex(mutex)->kind = (type & mtx_recursive) != 0 ? kRecursive : 0;
  return thrd_success;
}
MAZURKA_STAND_IN(int, mtx_lock, (mtx_t * mutex)) {
  if (!is_checked()) return heap_is_ours() ? thrd_success : MAZURKA_REAL(mtx_lock)(mutex);
  return lock(mutex, "mtx_lock", MAZURKA_CALLER, AfterLock::kProgram) == 0 ? thrd_success : thrd_error;
}
MAZURKA_STAND_IN(int, mtx_trylock, (mtx_t * mutex)) {
  if (!is_checked()) return heap_is_ours() ? thrd_success : MAZURKA_REAL(mtx_trylock)(mutex);
  return try_lock(mutex, "mtx_trylock", MAZURKA_CALLER) == 0 ? thrd_success : thrd_busy;
}
MAZURKA_STAND_IN(int, mtx_unlock, (mtx_t * mutex)) {
  if (!is_checked()) return heap_is_ours() ? thrd_success : MAZURKA_REAL(mtx_unlock)(mutex);
  return unlock(mutex, "mtx_unlock", MAZURKA_CALLER) == 0 ? thrd_success : thrd_error;
}
MAZURKA_STAND_IN(void, mtx_destroy, (mtx_t * mutex)) {
  if (is_checked())
    destroy_mutex(mutex, MAZURKA_CALLER);
  else if (!heap_is_ours())
    MAZURKA_REAL(mtx_destroy)(mutex);
}
