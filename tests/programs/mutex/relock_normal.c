// expect: bug deadlock
// A thread locks a normal mutex that it holds already: it waits for itself.
// fixed: verified 2
// toy: mutex m
// toy: var verbose
// toy: thread worker { lock m; unlock m; r = verbose; if r { lock m; unlock m } }
// toy: thread main { verbose = 1; join worker }
// relock_normal.c, where the line is logged after the unlock.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int verbose;

static void log_line(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

static void* worker(void* unused) {
  pthread_mutex_lock(&m);
#ifdef FIXED
  pthread_mutex_unlock(&m);
  if (atomic_load(&verbose)) log_line();
#else
  if (atomic_load(&verbose)) log_line();
  pthread_mutex_unlock(&m);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&verbose, 1);
  pthread_join(t, 0);
  return 0;
}
