// expect: bug use_after_free
// message: of a function that has returned
// fixed: verified 1
// toy: mutex m
// toy: sem done
// toy: thread main { acquire done }
// toy: thread worker { lock m; unlock m; release done }
// The variable is an array of variable length in a block, which has gone from the stack when the function ends; the
// function has a large frame, and is a callback of pthread_once, whose end is a step.
#include <pthread.h>
#include <semaphore.h>

#ifdef FIXED
#define ARRAY static int words[4]
#else
#define ARRAY int words[count]
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;
static pthread_t worker;
static volatile int count = 4;

static void* work(void* words) {
  pthread_mutex_lock(&m);
  ((int*)words)[1] = 42;
  pthread_mutex_unlock(&m);
  sem_post(&done);
  return 0;
}

static void ask(void) {
  volatile char room[20000];
  room[1] = 1;
  if (room[1] != 0) {
    ARRAY;
    words[0] = 1;
    pthread_create(&worker, 0, work, words);
  }
}

static int other(void) {
  volatile int words[8000];
  words[3] = 3;
  sem_wait(&done);
  return words[3];
}

int main(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  sem_init(&done, 0, 0);
  pthread_once(&once, ask);
  other();
  pthread_join(worker, 0);
}
