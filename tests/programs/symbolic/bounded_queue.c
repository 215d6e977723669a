// expect: bug deadlock
// options: --symbolic
// A queue whose capacity is an input. With none, nothing can ever be put into it.
// fixed: verified 11
// count: With a fixed capacity of 1 there are 8 traces, with a larger one 6. 4 are in both: the producer never finds an item in the
//   queue there, and so asks for nothing but that the capacity is not 0. 8 + 6 - 4 = 10; and a capacity of 0 is assumed away: 11.
#include <mazurka.h>
#include <pthread.h>

enum { ITEMS = 2 };
static unsigned capacity, used;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void* produce(void* unused) {
  for (int k = 0; k < ITEMS; k++) {
    pthread_mutex_lock(&mutex);
    while (used >= capacity) pthread_cond_wait(&changed, &mutex);
    used++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

static void* consume(void* unused) {
  for (int k = 0; k < ITEMS; k++) {
    pthread_mutex_lock(&mutex);
    while (used == 0) pthread_cond_wait(&changed, &mutex);
    used--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
  return unused;
}

int main(void) {
  mazurka_symbolic(&capacity, sizeof capacity, "capacity");
#ifdef FIXED
  mazurka_assume(capacity > 0);
#endif
  pthread_t threads[2];
  pthread_create(&threads[0], 0, produce, 0);
  pthread_create(&threads[1], 0, consume, 0);
  for (int k = 0; k < 2; k++) pthread_join(threads[k], 0);
}
