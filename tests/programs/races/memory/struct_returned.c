// expect: bug data_race
// message: data race on pair
// A structure that a function returns is stored by the call itself.
// fixed: verified 1
// count: The thread has no step, and main only joins it: one trace.
#include <pthread.h>

typedef struct {
  int first, second;
} Pair;
static Pair pair;

__attribute__((noinline)) static Pair make(int number) {
  Pair made = {number, number};
  return made;
}

static void* run(void* unused) {
  pair = make(7);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
#ifdef FIXED
  pthread_join(thread, 0);
  return pair.first != 7;
#else
  int seen = pair.first;
  pthread_join(thread, 0);
  return seen == 9;
#endif
}
