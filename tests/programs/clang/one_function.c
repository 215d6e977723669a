// expect: bug data_race
// flags: --compiler=clang-14 -O2
// message: data race on x
// fixed: verified 14
// toy: var a
// toy: var b
// toy: var turn
// toy: thread p { a = 1; turn = 1; r = b; if r == 1 { s = turn }; a = 0 }
// toy: thread q { b = 1; turn = 0; r = a; if r == 1 { s = turn }; b = 0 }
// Both variables of the lock are used by one function, which does not call itself: clang would make them local ones.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int x;

static void* enter(void* argument) {
  const int self = argument != 0;
  atomic_store(&wants[self], 1);
  atomic_store(&turn, 1 - self);
#ifdef FIXED
  if (atomic_load(&wants[1 - self]) == 0 || atomic_load(&turn) == self) x++;
#else
  if (atomic_load(&wants[1 - self]) == 0 || atomic_load(&turn) != self) x++;
#endif
  atomic_store(&wants[self], 0);
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, enter, 0);
  pthread_create(&t[1], 0, enter, &x);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
