// Spinlocks of pthreads: mutexes without a kind. How waiting threads spin is not modelled, they just wait.
#include <errno.h>
#include <pthread.h>

#include "runtime/engine/rwlock_preference.hpp"
#include "runtime/entries/libc/malloc.hpp"
#include "runtime/entries/visible.hpp"
#include "runtime/races/race_detector.hpp"

using namespace mazurka;
using namespace mazurka::runtime;

namespace {

// 0, or the owner + 1. There is no room for more: who locks a destroyed spinlock waits for ever.
constexpr int32_t kDestroyed = INT32_MIN;

int32_t* as_word(pthread_spinlock_t* lock) {
  return const_cast<int32_t*>(lock);
}
int32_t self_plus_one() {
  return static_cast<int32_t>(current_thread()) + 1;
}

int lock_spin(pthread_spinlock_t* lock, OpCode code, const char* name, uint64_t pc) {
  use_primitive(as_word(lock), pc);
  visible(code, as_word(lock), kMutexObject, 4, name, pc);
  if (*lock != 0) return EBUSY;
  note_recorded_change();
  hb_acquire(as_word(lock));
  *lock = self_plus_one();
  own_locks().all++;
  return 0;
}

int unlock_spin(pthread_spinlock_t* lock, uint64_t pc) {
  use_primitive(as_word(lock), pc);
  visible(OpCode::kUnlock, as_word(lock), kMutexObject, 4, "pthread_spin_unlock", pc);
  if (*lock != self_plus_one())
    report_misuse(*lock == kDestroyed ? "unlock of a spinlock that was destroyed"
                  : *lock == 0        ? "unlock of a spinlock that is not locked"
                                      : "unlock of a spinlock that another thread holds");
  hb_release(as_word(lock));
  *lock = 0;
  own_locks().all--;
  return 0;
}

}  // namespace

MAZURKA_STAND_IN(int, pthread_spin_init, (pthread_spinlock_t * lock, int shared)) {
  if (!heap_is_ours()) return MAZURKA_REAL(pthread_spin_init)(lock, shared);
  make_primitive(as_word(lock), MAZURKA_CALLER);
  *lock = 0;
  return 0;
}
MAZURKA_STAND_IN(int, pthread_spin_destroy, (pthread_spinlock_t * lock)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_spin_destroy)(lock);
  destroy_primitive(as_word(lock), MAZURKA_CALLER);
  visible(OpCode::kStore, as_word(lock), kMutexObject, 4, "pthread_spin_destroy", MAZURKA_CALLER);
  if (*lock != 0) report_misuse("destroy of a spinlock that is locked");
  *lock = kDestroyed;
  return 0;
}
MAZURKA_STAND_IN(int, pthread_spin_lock, (pthread_spinlock_t * lock)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_spin_lock)(lock);
  return lock_spin(lock, OpCode::kLock, "pthread_spin_lock", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_spin_trylock, (pthread_spinlock_t * lock)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_spin_trylock)(lock);
  return lock_spin(lock, OpCode::kTryLock, "pthread_spin_trylock", MAZURKA_CALLER);
}
MAZURKA_STAND_IN(int, pthread_spin_unlock, (pthread_spinlock_t * lock)) {
  if (!is_checked()) return heap_is_ours() ? 0 : MAZURKA_REAL(pthread_spin_unlock)(lock);
  return unlock_spin(lock, MAZURKA_CALLER);
}
