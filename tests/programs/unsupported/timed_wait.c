// expect: unsupported pthread_cond_timedwait
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void* run(void* unused) {
  struct timespec past = {1, 0};
  pthread_mutex_lock(&m);
  pthread_cond_timedwait(&c, &m, &past);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
