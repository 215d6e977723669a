// expect: bug data_race
// fixed: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// A block is made smaller while another thread reads it: the address may stay, but the block is another one.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int* block;

#ifdef FIXED
#define LOCK(what) pthread_mutex_##what(&mutex)
#else
#define LOCK(what)
#endif

static void* shrink(void* unused) {
  LOCK(lock);
  block = realloc(block, 4 * sizeof(int));
  LOCK(unlock);
  return unused;
}

static void* look(void* kept) {
  LOCK(lock);
#ifdef FIXED
  kept = block;
#endif
  int first = *(int*)kept;
  LOCK(unlock);
  return first == 0 ? kept : 0;
}

int main(void) {
  int* first = block = calloc(8, sizeof(int));
  pthread_t a, b;
  pthread_create(&a, 0, shrink, 0);
  pthread_create(&b, 0, look, first);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(block);
}
