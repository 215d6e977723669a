// Critical sections, atomics that are too large for the machine, and the locks of <omp.h>. Each has room for a spinlock
// of pthreads, whose waiting is no loop for the checker.
#include <omp.h>
#include <stdbool.h>
#include <string.h>

#include "openmp/team.h"

// (What gcc and <omp.h> have for a lock is zero, or initialised, and large enough.)
static pthread_spinlock_t* as_lock(void* place) {
  return place;
}

static pthread_spinlock_t critical, atomic;

void GOMP_critical_start(void) {
  pthread_spin_lock(&critical);
}
void GOMP_critical_end(void) {
  pthread_spin_unlock(&critical);
}
void GOMP_critical_name_start(void** name) {
  pthread_spin_lock(as_lock(name));
}
void GOMP_critical_name_end(void** name) {
  pthread_spin_unlock(as_lock(name));
}
void GOMP_atomic_start(void) {
  pthread_spin_lock(&atomic);
}
void GOMP_atomic_end(void) {
  pthread_spin_unlock(&atomic);
}

void omp_init_lock(omp_lock_t* lock) {
  pthread_spin_init(as_lock(lock), PTHREAD_PROCESS_PRIVATE);
}
void omp_init_lock_with_hint(omp_lock_t* lock, omp_lock_hint_t hint) {
  (void)hint;
  omp_init_lock(lock);
}
void omp_destroy_lock(omp_lock_t* lock) {
  pthread_spin_destroy(as_lock(lock));
}
void omp_set_lock(omp_lock_t* lock) {
  pthread_spin_lock(as_lock(lock));
}
void omp_unset_lock(omp_lock_t* lock) {
  pthread_spin_unlock(as_lock(lock));
}
int omp_test_lock(omp_lock_t* lock) {
  return pthread_spin_trylock(as_lock(lock)) == 0;
}

// The count belongs to the task that has the lock. Who has it, others may ask at any time.
struct Nested {
  pthread_spinlock_t lock;
  int count;
  void* owner;  // atomic
};
_Static_assert(sizeof(struct Nested) <= sizeof(omp_nest_lock_t), "");

static struct Nested* as_nested(omp_nest_lock_t* lock) {
  return (struct Nested*)lock;
}
// The task that runs now, or the thread's own part of the region.
static void* self_now(void) {
  const struct Self* self = &mazurka_omp_self;
  return self->task != NULL ? (void*)self->task : self->part != NULL ? (void*)self->part : (void*)self;
}
static bool is_own(struct Nested* nested) {
  return __atomic_load_n(&nested->owner, __ATOMIC_RELAXED) == self_now();
}
static int own(struct Nested* nested) {
  __atomic_store_n(&nested->owner, self_now(), __ATOMIC_RELAXED);
  return nested->count = 1;
}

void omp_init_nest_lock(omp_nest_lock_t* lock) {
  memset(as_nested(lock), 0, sizeof(struct Nested));
  pthread_spin_init(&as_nested(lock)->lock, PTHREAD_PROCESS_PRIVATE);
}
void omp_init_nest_lock_with_hint(omp_nest_lock_t* lock, omp_lock_hint_t hint) {
  (void)hint;
  omp_init_nest_lock(lock);
}
void omp_destroy_nest_lock(omp_nest_lock_t* lock) {
  pthread_spin_destroy(&as_nested(lock)->lock);
}
void omp_set_nest_lock(omp_nest_lock_t* lock) {
  struct Nested* nested = as_nested(lock);
  if (is_own(nested)) {
    nested->count++;
    return;
  }
  pthread_spin_lock(&nested->lock);
  own(nested);
}
int omp_test_nest_lock(omp_nest_lock_t* lock) {
  struct Nested* nested = as_nested(lock);
  if (is_own(nested)) return ++nested->count;
  return pthread_spin_trylock(&nested->lock) == 0 ? own(nested) : 0;
}
void omp_unset_nest_lock(omp_nest_lock_t* lock) {
  struct Nested* nested = as_nested(lock);
  if (--nested->count > 0) return;
  __atomic_store_n(&nested->owner, NULL, __ATOMIC_RELAXED);
  pthread_spin_unlock(&nested->lock);
}
