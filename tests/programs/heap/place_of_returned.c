// expect: bug data_race
// message: end of the function of T0 whose variable it is
// fixed: verified 1
// toy: mutex m
// toy: sem done
// toy: thread main { acquire done }
// toy: thread worker { lock m; unlock m; release done }
// A thread uses a variable of a function that has returned, and a mutex before that, so that in no order of the steps it
// does so in time. Another function has the place when it comes, and until it has come.
#include <pthread.h>
#include <semaphore.h>

#ifdef FIXED
#define KIND static
#else
#define KIND
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;

static void* work(void* answer) {
  pthread_mutex_lock(&m);
  *(int*)answer = 42;
  pthread_mutex_unlock(&m);
  sem_post(&done);
  return 0;
}

static pthread_t ask(void) {
  KIND int answer = 0;
  pthread_t worker;
  pthread_create(&worker, 0, work, &answer);
  return worker;
}

static int other(void) {
  int words[32];
  for (int k = 0; k < 32; k++) words[k] = k;
  sem_wait(&done);
  return words[3];
}

int main(void) {
  sem_init(&done, 0, 0);
  pthread_t worker = ask();
  other();
  pthread_join(worker, 0);
}
