// expect: verified 6
// toy: mutex m
// toy: thread adder[3] { lock m; unlock m }
// Three critical sections can come in 3! orders.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* add(void* unused) {
  pthread_mutex_lock(&m);
  ++count;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t[3];
  for (int n = 0; n < 3; ++n) pthread_create(&t[n], 0, add, 0);
  for (int n = 0; n < 3; ++n) pthread_join(t[n], 0);
  assert(count == 3);
  return 0;
}
