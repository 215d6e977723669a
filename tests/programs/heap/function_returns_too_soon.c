// expect: bug data_race
// message: data race on answer: end of the function of T0 whose variable it is
// fixed: verified 2
// toy: var done
// toy: sem ready
// toy: thread main { r = done; if r == 0 { acquire ready } }
// toy: thread worker { done = 1; release ready }
// A function lets a thread write to its variable. If a relaxed load says that this was done, it returns: that is not
// ordered after the write. The thread that calls it goes on.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

#ifdef FIXED
#define WAIT memory_order_acquire
#else
#define WAIT memory_order_relaxed
#endif

static atomic_int done;
static sem_t ready;

static void* work(void* answer) {
  *(int*)answer = 42;
  atomic_store_explicit(&done, 1, memory_order_release);
  sem_post(&ready);
  return 0;
}

static pthread_t ask(void) {
  int answer = 0;
  pthread_t worker;
  pthread_create(&worker, 0, work, &answer);
  if (atomic_load_explicit(&done, WAIT) == 0) sem_wait(&ready);
  return worker;
}

int main(void) {
  sem_init(&ready, 0, 0);
  pthread_join(ask(), 0);
}
