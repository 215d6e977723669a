// expect: bug data_race
// message: environ
// One thread changes the environment while the other looks at it.
// fixed: verified 2
// With a mutex.
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#ifdef FIXED

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#endif

static void* change(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&m);
  setenv("MAZURKA_TEST", "a", 1);
  pthread_mutex_unlock(&m);
#else
  setenv("MAZURKA_TEST", "a", 1);
#endif
  return unused;
}
static void* look(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&m);
  const char* value = getenv("MAZURKA_TEST");
  assert(value == 0 || strcmp(value, "a") == 0);
  pthread_mutex_unlock(&m);
#else
  getenv("MAZURKA_TEST");
#endif
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, change, 0);
  pthread_create(&u, 0, look, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
#ifdef FIXED
  assert(getenv("MAZURKA_TEST"));
#endif
  return 0;
}
