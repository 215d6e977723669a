// expect: bug data_race
// flags: --compiler=clang-14 -ffile-prefix-map=/usr=/elsewhere -fdebug-prefix-map=/home=/away
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// Builds that give the same files everywhere ask for other names of folders. clang hands that on to the assembler, in
// two words.
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
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int n = 0; n < 2; n++) pthread_create(&t[n], 0, run, 0);
  for (int n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
