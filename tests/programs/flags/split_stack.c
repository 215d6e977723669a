// expect: verified 2
// flags: -fsplit-stack
// Stacks that grow piece by piece are the compiler's business; under mazurka every thread has one of its own that is large enough.
// count: two critical sections, in either order: 2 traces.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int depth;

static int descend(int levels) {
  volatile char room[4096];
  room[0] = (char)levels;
  return levels == 0 ? 0 : descend(levels - 1) + 1 + room[0] * 0;
}
static void* run(void* unused) {
  int found = descend(100);
  pthread_mutex_lock(&mutex);
  depth += found;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return depth != 200;
}
