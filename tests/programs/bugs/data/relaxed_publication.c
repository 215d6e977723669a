// expect: bug data_race
// message: data race on settings
// location: relaxed_publication.c:32
// Publication by a relaxed flag: that the flag is seen does not mean that what was written before it is.
// fixed: verified 2
// toy: var ready
// toy: thread read_file { ready = 1 }
// toy: thread main { r = ready }
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
enum { kPublish = memory_order_release, kLook = memory_order_acquire };
#else
enum { kPublish = memory_order_relaxed, kLook = memory_order_relaxed };
#endif

static int settings[2];
static atomic_int ready;

static void* read_file(void* unused) {
  settings[0] = 80;
  settings[1] = 25;
  atomic_store_explicit(&ready, 1, kPublish);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, read_file, 0);
  int width = 80;
  if (atomic_load_explicit(&ready, kLook)) width = settings[0];
  pthread_join(thread, 0);
  return width != 80;
}
