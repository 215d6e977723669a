// expect: verified 2
// environment.c with a mutex.
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* change(void* unused) {
  pthread_mutex_lock(&m);
  setenv("MAZURKA_TEST", "a", 1);
  pthread_mutex_unlock(&m);
  return unused;
}
static void* look(void* unused) {
  pthread_mutex_lock(&m);
  const char* value = getenv("MAZURKA_TEST");
  assert(value == 0 || strcmp(value, "a") == 0);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, change, 0);
  pthread_create(&u, 0, look, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(getenv("MAZURKA_TEST"));
  return 0;
}
