// expect: verified 6
// toy: # Who finds it locked LOOKS times is known to spin; how many depends on the compiler.
// toy: const LOOKS = 2
// toy: mutex m
// toy: var inside, never
// toy: thread t[2] {
// toy:   n = 0
// toy:   r = trylock m
// toy:   while !r { n = n + 1; if n == LOOKS { await never == 99 }; r = trylock m }
// toy:   r = fetch_add inside, 1
// toy:   r = fetch_add inside, -1
// toy:   unlock m
// toy: }
// A mutex taken by trying again and again.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside;

static void* work(void* unused) {
  while (pthread_mutex_trylock(&mutex) != 0) sched_yield();
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
