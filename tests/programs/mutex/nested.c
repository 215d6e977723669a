// expect: verified 2
// toy: mutex a, b
// toy: thread adder[2] { lock a; lock b; unlock b; unlock a }
// Two mutexes, taken in the same order by both threads: the outer one decides.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* add(void* unused) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  ++count;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, add, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(count == 2);
  return 0;
}
