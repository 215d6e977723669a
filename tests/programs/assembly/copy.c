// expect: bug data_race
// rep movsb reads and writes all of its bytes.
// fixed: verified 1
// count: the threads share nothing: 1 trace.
#include <pthread.h>

static char from[16] = "fifteen letters", to[32];

static void copy(void* target, const void* source, unsigned long bytes) {
  __asm__ volatile("rep movsb" : "+D"(target), "+S"(source), "+c"(bytes) : : "memory");
}
static void* write_it(void* unused) {
  copy(to, from, sizeof from);
  return unused;
}
static void* read_it(void* unused) {
#ifdef FIXED
  return to[16] ? unused : 0;
#else
  return to[15] ? unused : 0;
#endif
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, write_it, 0);
  pthread_create(&b, 0, read_it, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
