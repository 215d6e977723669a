// expect: bug data_race
// fixed: verified 2
// count: Main looks at the flag before or after it is set; if before, it does nothing more: 2 traces.
// That a descriptor has a number which another thread has closed does not order what they did: only the flag could.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#ifdef FIXED
#define SET memory_order_release
#define SEEN memory_order_acquire
#else
#define SET memory_order_relaxed
#define SEEN memory_order_relaxed
#endif
static int data;
static atomic_int flag;

static void* run(void* unused) {
  data = 1;
  close(open("/dev/null", O_WRONLY));
  atomic_store_explicit(&flag, 1, SET);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  if (atomic_load_explicit(&flag, SEEN) == 1) {
    int file = open("/dev/null", O_WRONLY);
    data++;
    close(file);
  }
  pthread_join(t, 0);
  return 0;
}
