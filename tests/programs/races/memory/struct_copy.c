// expect: bug data_race
// A struct is assigned while another thread writes its last member.
// fixed: verified 1
// count: Plain accesses are no steps; there is nothing but main that creates and joins threads: one trace.
// Copies of a struct by two threads at once.
#include <pthread.h>

struct Data {
  long part[5];
  short last;
};
#ifdef FIXED
struct Data shared, copy, other;
#else
struct Data shared, copy;
#endif

static void* first(void* unused) {
  copy = shared;
  return unused;
}
static void* second(void* unused) {
#ifdef FIXED
  other = shared;
#else
  shared.last = 1;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
