// expect: bug use_after_free
// message: of a function that has returned
// fixed: verified 2
// toy: var first
// toy: thread setter { first = 1 }
// toy: thread main { r = first }
// The second child of main runs one of two functions, which have frames of other sizes: what lies in the larger one's own
// frame is a callee's in the other one, and has returned when it is used.
#include <pthread.h>
#include <stdatomic.h>

#ifdef FIXED
#define KIND static
#else
#define KIND
#endif

static atomic_int first;
static pthread_t user;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* use(void* number) {
  pthread_mutex_lock(&m);
  ++*(int*)number;
  pthread_mutex_unlock(&m);
  return 0;
}

__attribute__((noinline)) static void lend(void) {
  KIND int number = 0;
  pthread_create(&user, 0, use, &number);
}

static void* run_small(void* unused) {
  lend();
  pthread_join(user, 0);
  return unused;
}

static void* run_large(void* unused) {
  int numbers[256];
  numbers[9] = 1;
  pthread_create(&user, 0, use, &numbers[9]);
  pthread_join(user, 0);
  return unused;
}

static void* set(void* unused) {
  atomic_store(&first, 1);
  return unused;
}

int main(void) {
  pthread_t setter, child;
  pthread_create(&setter, 0, set, 0);
  pthread_create(&child, 0, atomic_load(&first) ? run_small : run_large, 0);
  pthread_join(setter, 0);
  pthread_join(child, 0);
}
