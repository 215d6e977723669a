// expect: bug data_race
// flags: -fno-sanitize=all -flto -fno-builtin
// No flag of the user's turns off what mazurka needs.
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* run(void* unused) {
#ifdef FIXED
  pthread_mutex_lock(&mutex);
#endif
  counter++;
#ifdef FIXED
  pthread_mutex_unlock(&mutex);
#endif
  return &mutex == unused ? unused : 0;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
