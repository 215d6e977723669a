// expect: bug data_race
// fixed: verified 2
// toy: mutex m
// toy: thread t { lock m; unlock m }
// toy: thread main { lock m; unlock m }
// A key must not be used by a thread when another one may have deleted it.
#include <pthread.h>

static pthread_key_t key;
static int is_there = 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
#endif
  if (is_there) pthread_getspecific(key);
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_key_create(&key, 0);
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_mutex_lock(&mutex);
  is_there = 0;
#endif
  pthread_key_delete(key);
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  pthread_join(t, 0);
  return 0;
}
