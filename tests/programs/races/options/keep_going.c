// expect: bug data_race 6
// options: --keep-going
// toy: var visible
// toy: thread t[3] { r = fetch_add visible, 1 }
// Three threads race with each other; the exploration goes on to its end, and tells each pair of places once.
#include <pthread.h>
#include <stdatomic.h>

int shared;
static atomic_int visible;

static void* run(void* unused) {
  shared = 1;
  atomic_fetch_add(&visible, 1);
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int k = 0; k < 3; k++) pthread_create(&t[k], 0, run, 0);
  for (int k = 0; k < 3; k++) pthread_join(t[k], 0);
}
