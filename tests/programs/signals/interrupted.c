// expect: unsupported a signal handler that interrupts another thread
#include <pthread.h>
#include <signal.h>

static void handle(int number) {
  (void)number;
}
static void* run(void* unused) {
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handle);
  pthread_create(&t, 0, run, 0);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, 0);
  return 0;
}
