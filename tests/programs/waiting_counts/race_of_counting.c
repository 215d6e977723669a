// expect: bug data_race
// A thread writes and counts in each round; another one counts, too, and reads. The counts order some of that, not all.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, looks;
static volatile int x;

static void* writer(void* unused) {
  while (!atomic_load(&stop)) {
    x = 1;
    atomic_fetch_add(&looks, 1);
  }
  return unused;
}

static void* reader(void* unused) {
  atomic_fetch_add(&looks, 1);
  (void)x;
  return unused;
}

int main(void) {
  pthread_t w, r;
  pthread_create(&w, 0, writer, 0);
  pthread_create(&r, 0, reader, 0);
  pthread_join(r, 0);
  atomic_store(&stop, 1);
  pthread_join(w, 0);
}
