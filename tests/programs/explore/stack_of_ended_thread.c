// expect: bug use_after_free
// options: --races=explore
// message: on the stack of T1, which has ended
// fixed: verified
// uncounted: the version of the compiler decides how often a variable is read
// A thread lends its variable by a plain pointer, takes the pointer back, and ends. Another one that has read the pointer
// before may come too late. (The repair lends a variable that lasts.)
#include <pthread.h>

static int *volatile lent;

static void *lend(void *unused) {
#ifdef FIXED
  static volatile int number;
#else
  volatile int number;
#endif
  number = 1;
  lent = (int *)&number;
  lent = 0;
  return unused;
}

static void *use(void *unused) {
  int *seen = lent;
  if (seen != 0 && *(volatile int *)seen != 1) return (void *)&lent;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, lend, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
