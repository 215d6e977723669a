// expect: verified 2
// toy: mutex m
// toy: thread giver { lock m; unlock m }
// toy: thread taker { lock m; unlock m }
// What is handed over under a mutex does not race: sections that have something in common are ordered, and so is what is around them.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
long message, is_there;

void *giver(void *unused) {
  message = 42;
  pthread_mutex_lock(&m);
  is_there = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

void *taker(void *unused) {
  pthread_mutex_lock(&m);
  long found = is_there;
  pthread_mutex_unlock(&m);
  if (found) assert(message == 42);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, giver, 0);
  pthread_create(&two, 0, taker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
}
