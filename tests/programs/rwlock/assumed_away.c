// expect: bug deadlock
// The reader assumes something that never holds, unless a waiting writer keeps it out: then all wait for ever, and nothing was
// assumed. The writer waits for its own read lock in any case.
#include <mazurka.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* reader(void* unused) {
  pthread_rwlock_rdlock(&lock);
  mazurka_assume(0);
  return unused;
}
static void* writer(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
