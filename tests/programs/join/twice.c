// expect: bug misuse
// message: join of a thread that is detached or was joined before
// Two threads join the same one, neither before the other.
// fixed: verified 1
// toy: thread t { }
// toy: thread u { join t }
// toy: thread main { spawn t; spawn u; join u }
#include <pthread.h>

static pthread_t t;

static void* end(void* unused) {
  return unused;
}
static void* join(void* unused) {
  pthread_join(t, 0);
  return unused;
}

int main(void) {
  pthread_t u;
  pthread_create(&t, 0, end, 0);
  pthread_create(&u, 0, join, 0);
#ifndef FIXED
  pthread_join(t, 0);
#endif
  pthread_join(u, 0);
  return 0;
}
