// expect: verified 12
// toy: mutex m
// toy: thread t[2] { lock m; unlock m; r = trylock m; if r { unlock m } }
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void* run(void* unused) {
  pthread_spin_lock(&lock);
  ++counter;
  pthread_spin_unlock(&lock);
  int error = pthread_spin_trylock(&lock);
  assert(error == 0 || error == EBUSY);
  if (error == 0) pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int n = 0; n < 2; ++n) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; ++n) pthread_join(t[n], 0);
  assert(counter == 2);
  return pthread_spin_destroy(&lock);
}
