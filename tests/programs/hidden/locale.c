// expect: unsupported setlocale while other threads may run
// Nearly every function looks at the locale.
#include <locale.h>
#include <pthread.h>

static void* run(void* unused) {
  setlocale(LC_ALL, "C");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  return 0;
}
