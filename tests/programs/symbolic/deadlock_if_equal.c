// expect: bug deadlock
// options: --symbolic
// A transfer from an account to itself locks the same lock twice.
// fixed: verified 13
// count: Accounts are 0 to 2, and each of the 9 pairs is a class of its own, since the address of a lock is fixed. One thread beside main,
//   which waits for it: one order each. Besides, an assumption fails in 4 ways: each index may be negative or too large. 9 + 4 = 13.
#include <mazurka.h>
#include <pthread.h>

static int from, to;
static pthread_mutex_t account[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* transfer(void* unused) {
  pthread_mutex_lock(&account[from]);
#ifdef FIXED
  if (from == to) {
    pthread_mutex_unlock(&account[from]);
    return unused;
  }
#endif
  pthread_mutex_lock(&account[to]);
  pthread_mutex_unlock(&account[to]);
  pthread_mutex_unlock(&account[from]);
  return unused;
}

int main(void) {
  mazurka_symbolic(&from, sizeof from, "from");
  mazurka_symbolic(&to, sizeof to, "to");
  mazurka_assume(from >= 0 && from < 3);
  mazurka_assume(to >= 0 && to < 3);
  pthread_t thread;
  pthread_create(&thread, 0, transfer, 0);
  pthread_join(thread, 0);
}
