// expect: bug data_race
// message: data race on p
// The two ways to the state in which the flag is set and the reader has left the mutex alone differ in whether the mutex orders the accesses:
// what is known of the one must not be taken for the other.
// fixed: verified 6
// toy: mutex m; var flag
// toy: thread writer { lock m; unlock m; flag = 1 }
// toy: thread reader { r = trylock m; if r { unlock m }; r = flag }
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
enum { kStore = memory_order_release, kLoad = memory_order_acquire };
#else
enum { kStore = memory_order_relaxed, kLoad = memory_order_relaxed };
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int p, seen;
atomic_int flag;

void *writer(void *unused) {
  pthread_mutex_lock(&m);
  p = 1;
  pthread_mutex_unlock(&m);
  atomic_store_explicit(&flag, 1, kStore);
  return unused;
}

void *reader(void *unused) {
  if (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
  if (atomic_load_explicit(&flag, kLoad) != 0) seen = p;
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, writer, 0);
  pthread_create(&two, 0, reader, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
