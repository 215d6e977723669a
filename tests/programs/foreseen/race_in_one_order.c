// expect: bug data_race
// What `late` does is the same whatever came before its section: it reads `plain` without the mutex. Only where its section comes
// before that of main is the read not ordered after main's write. All steps of both were made before that.
// fixed: verified 60
// count: two threads with three updates of one variable each, and main's section before, between or after those of late: 3 * 6! / (3! * 3!) = 60
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int noise;
static int plain;

static void* late(void* unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
  int seen = plain;
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
  return seen == 0 ? unused : 0;
}

static void* busy(void* unused) {
  for (int n = 0; n < 3; n++) atomic_fetch_add(&noise, 1);
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, late, 0);
  pthread_create(&t[1], 0, busy, 0);
  pthread_create(&t[2], 0, busy, 0);
#ifdef FIXED
  pthread_mutex_lock(&m);
  plain = 1;
  pthread_mutex_unlock(&m);
#else
  plain = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#endif
  for (int n = 0; n < 3; n++) pthread_join(t[n], 0);
  return 0;
}
