// expect: bug data_race
// The data are written after the post.
// fixed: verified 1
// toy: sem ready
// toy: thread first { release ready }
// toy: thread second { acquire ready }
// The data are written before the post.
#include <pthread.h>
#include <semaphore.h>

int data;
static sem_t ready;

static void* first(void* unused) {
#ifdef FIXED
  data = 1;
  sem_post(&ready);
#else
  sem_post(&ready);
  data = 1;
#endif
  return unused;
}
static void* second(void* unused) {
  sem_wait(&ready);
  if (data > 1) unused = &data;
  return unused;
}

int main(void) {
  sem_init(&ready, 0, 0);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
