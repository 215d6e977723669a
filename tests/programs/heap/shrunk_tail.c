// expect: bug heap_overflow
// fixed: verified 1
// count: the second thread waits for the first: one trace.
// A thread uses the end of a block that another one has made smaller: far behind what is left of it.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t is_smaller;
static char* block;

static void* shrink(void* argument) {
  block = malloc(20000);
  block[19000] = 1;
  block = realloc(block, 20);
  sem_post(&is_smaller);
  return argument;
}

static void* use(void* argument) {
  sem_wait(&is_smaller);
#ifdef FIXED
  block[19] = 2;
#else
  block[19000] = 2;
#endif
  return argument;
}

int main(void) {
  pthread_t first, second;
  sem_init(&is_smaller, 0, 0);
  pthread_create(&first, NULL, shrink, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  free(block);
  return 0;
}
