// expect: bug use_after_free
// message: of a function that has returned
// location: function_has_returned.c:20
// fixed: verified 1
// count: The thread waits until main has posted, and main for nothing but its end: 1 trace.
// A thread writes to a variable of a function that has returned for sure: it was told so. Nothing else has its place.
#include <pthread.h>
#include <semaphore.h>

#ifdef FIXED
#define KIND static
#else
#define KIND
#endif

static sem_t returned;

static void* work(void* answer) {
  sem_wait(&returned);
  *(int*)answer = 42;
  return 0;
}

static pthread_t ask(void) {
  KIND int answer = 0;
  pthread_t worker;
  pthread_create(&worker, 0, work, &answer);
  return worker;
}

int main(void) {
  sem_init(&returned, 0, 0);
  pthread_t worker = ask();
  sem_post(&returned);
  pthread_join(worker, 0);
}
