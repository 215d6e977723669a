// expect: verified 2
// toy: var joined
// toy: thread t { r = joined }
// toy: thread main { joined = 1; join t }
// Who is joined does not detach itself.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int joined;

static void* run(void* unused) {
  if (!atomic_load(&joined)) return 0;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  atomic_store(&joined, 1);
  pthread_join(t, 0);
  return 0;
}
