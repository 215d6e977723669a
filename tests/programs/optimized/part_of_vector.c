// expect: bug data_race
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// A copy of a vector that the processor has no register for is a read of all of it, although only one element of the
// copy is used.
#include <pthread.h>

typedef int Row __attribute__((vector_size(64)));

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Row row;

static void* change(void* unused) {
  pthread_mutex_lock(&mutex);
  row[5] = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void* read_it(void* first) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
#endif
  Row copy = row;
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  *(int*)first = copy[0];
  return 0;
}

int main(void) {
  pthread_t a, b;
  static int first;
  pthread_create(&a, 0, change, 0);
  pthread_create(&b, 0, read_it, &first);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
