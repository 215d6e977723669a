// expect: bug data_race
// fixed: verified 2
// toy: mutex m
// toy: thread t { lock m; unlock m }
// toy: thread main { lock m; unlock m }
// A mutex is copied while another thread locks it.
#include <pthread.h>

static struct { pthread_mutex_t mutex; int value; } shared = {PTHREAD_MUTEX_INITIALIZER, 0}, copy;

static void* run(void* unused) {
  pthread_mutex_lock(&shared.mutex);
  shared.value++;
  pthread_mutex_unlock(&shared.mutex);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_mutex_lock(&shared.mutex);
  copy.value = shared.value;
  pthread_mutex_unlock(&shared.mutex);
#else
  copy.mutex = shared.mutex;
#endif
  pthread_join(t, 0);
  return 0;
}
