// A thread spins until a flag is set, which another one sets only if it comes first.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int waiting, ready;

static void* waiter(void* unused) {
  (void)unused;
  atomic_store(&waiting, 1);
  while (atomic_load(&ready) == 0) {
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  if (atomic_load(&waiting) == 0) atomic_store(&ready, 1);
  pthread_join(thread, 0);
}
