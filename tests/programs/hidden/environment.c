// expect: bug data_race
// message: environ
// One thread changes the environment while the other looks at it.
#include <pthread.h>
#include <stdlib.h>

static void* change(void* unused) {
  setenv("MAZURKA_TEST", "a", 1);
  return unused;
}
static void* look(void* unused) {
  getenv("MAZURKA_TEST");
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, change, 0);
  pthread_create(&u, 0, look, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
