// expect: bug deadlock
// Two items are taken, but only one post is made if the producer finds the buffer not empty.
// fixed: verified 3
// toy: sem items
// toy: var size
// toy: thread producer { repeat 2 { r = fetch_add size, 1; release items } }
// toy: thread consumer { repeat 2 { acquire items; r = fetch_add size, -1 } }
// With a post for each item.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t items;
static atomic_int size;

static void* producer(void* unused) {
  for (int n = 0; n < 2; ++n)
#ifdef FIXED
    atomic_fetch_add(&size, 1), sem_post(&items);
#else
    if (atomic_fetch_add(&size, 1) == 0) sem_post(&items);
#endif
  return unused;
}

static void* consumer(void* unused) {
  for (int n = 0; n < 2; ++n) {
    sem_wait(&items);
    atomic_fetch_sub(&size, 1);
  }
  return unused;
}

int main(void) {
  pthread_t t[2];
  sem_init(&items, 0, 0);
  pthread_create(&t[0], 0, producer, 0);
  pthread_create(&t[1], 0, consumer, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  return 0;
}
