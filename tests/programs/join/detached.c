// expect: bug misuse 2
// message: join of a thread that is detached or was joined before
// options: --keep-going
// failed: 1
// toy: var joined
// toy: thread t { r = exchange joined, 1 }
// toy: thread main { r = exchange joined, 1 }
// A thread detaches itself, before or after somebody has begun to join it.
// fixed: verified 2
// toy: var joined
// toy: thread t { r = joined }
// toy: thread main { joined = 1; join t }
// Who is joined does not detach itself.
#include <pthread.h>
#include <stdatomic.h>
#ifdef FIXED

static atomic_int joined;
#endif

static void* run(void* unused) {
#ifdef FIXED
  if (!atomic_load(&joined)) return 0;
#else
  pthread_detach(pthread_self());
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  atomic_store(&joined, 1);
#endif
  pthread_join(t, 0);
  return 0;
}
