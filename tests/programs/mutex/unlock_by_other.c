// expect: bug misuse
// A mutex is unlocked by a thread that does not hold it, while another one does.
// fixed: verified 3
// toy: mutex m
// toy: var held
// toy: thread holder { lock m; held = 1; held = 0; unlock m }
// toy: thread intruder { r = held; if r { lock m; unlock m } }
// Only the thread that holds the mutex unlocks it; the other one takes it first.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int held;

static void* holder(void* unused) {
  pthread_mutex_lock(&m);
  atomic_store(&held, 1);
  atomic_store(&held, 0);
  pthread_mutex_unlock(&m);
  return unused;
}

static void* intruder(void* unused) {
#ifdef FIXED
  if (atomic_load(&held)) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
#else
  if (atomic_load(&held)) pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, holder, 0);
  pthread_create(&b, 0, intruder, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
