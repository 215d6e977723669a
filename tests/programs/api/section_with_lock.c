// expect: unsupported pthread_mutex_lock in an atomic section
// A thread must not block in an atomic section.
#include <mazurka.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  mazurka_atomic_begin();
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  mazurka_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
}
