// expect: bug data_race
// message: data race on many
// As struct_returned.c. A large structure is stored by the function, through a pointer that no source shows.
// fixed: verified 1
// count: The thread has no step, and main only joins it: one trace.
#include <pthread.h>

typedef struct {
  long numbers[8];
} Many;
static Many many;

__attribute__((noinline)) static Many make(int number) {
  Many made = {{number, number}};
  return made;
}

static void* run(void* unused) {
  many = make(7);
  return unused;
}

int main(void) {
  pthread_t thread;
#ifdef FIXED
  many.numbers[1] = 1;
#endif
  pthread_create(&thread, 0, run, 0);
#ifndef FIXED
  many.numbers[1] = 1;
#endif
  pthread_join(thread, 0);
  return many.numbers[0] != 7;
}
