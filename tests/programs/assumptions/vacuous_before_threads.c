// expect: vacuous
// The assumption fails before there is a thread.
#include <mazurka.h>
#include <pthread.h>

static void* run(void* unused) {
  return unused;
}

int main(int argc, char** argv) {
  mazurka_assume(argc > 3 && argv != 0);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  pthread_join(thread, 0);
}
