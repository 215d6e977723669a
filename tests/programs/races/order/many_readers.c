// expect: bug data_race
// Six threads read a variable without order, and the last one to read it writes it, ordered after all but one of them.
// fixed: verified 1
// toy: thread readers[6] { }
// toy: thread writer { for n = 0 to 5 { join readers[n] } }
// toy: thread main { for n = 0 to 5 { spawn readers[n] }; spawn writer; join writer }
// Six threads read a variable without order, and another writes it when all have ended.
#include <pthread.h>

static int shared;
static pthread_t readers[6];

static void* read_it(void* unused) {
  return shared > 1 ? &shared : unused;
}
static void* write_it(void* unused) {
#ifdef FIXED
  for (int k = 0; k < 6; k++) pthread_join(readers[k], 0);
#else
  for (int k = 1; k < 6; k++) pthread_join(readers[k], 0);
#endif
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t writer;
  for (int k = 0; k < 6; k++) pthread_create(&readers[k], 0, read_it, 0);
  pthread_create(&writer, 0, write_it, 0);
  pthread_join(writer, 0);
#ifndef FIXED
  pthread_join(readers[0], 0);
#endif
}
