// expect: bug misuse 2
// message: join of a thread that is detached or was joined before
// options: --keep-going
// failed: 1
// toy: var joined
// toy: thread t { r = exchange joined, 1 }
// toy: thread main { r = exchange joined, 1 }
// A thread detaches itself, before or after somebody has begun to join it.
#include <pthread.h>

static void* run(void* unused) {
  pthread_detach(pthread_self());
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
