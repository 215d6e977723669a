// expect: bug data_race
// message: data race on table
// location: broken_once.c:31
// A home-made once: the flag says that the initialisation has begun, not that it is done.
// fixed: verified 2
// count: One of 2 threads begins first and initialises. The call of the other waits until that is done, and only
//   reads then. So 2 traces.
#include <pthread.h>
#include <stdatomic.h>

static int table[4];

static void fill(void) {
  for (int n = 0; n < 4; n++) table[n] = n * n;
}

#ifdef FIXED
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void init(void) {
  pthread_once(&once, fill);
}
#else
static atomic_int begun;
static void init(void) {
  if (!atomic_exchange(&begun, 1)) fill();
}
#endif

static void* user(void* unused) {
  init();
  return table[3] == 9 ? unused : table;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, user, 0);
  user(0);
  pthread_join(thread, 0);
  return 0;
}
