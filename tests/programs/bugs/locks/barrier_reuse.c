// expect: bug deadlock
// Reuse of a home-made barrier: who is fast arrives for the next round before a slow one has seen that this one is
// over.
// fixed: verified 6
// toy: mutex m
// toy: cond c
// toy: var arrived, number
// toy: thread t[2] {
// toy:   repeat 2 {
// toy:     lock m
// toy:     n = number
// toy:     a = arrived
// toy:     arrived = (a + 1) % 2
// toy:     if a == 1 { number = n + 1; broadcast c }
// toy:     now = number
// toy:     while now == n { wait c, m; now = number }
// toy:     unlock m
// toy:   }
// toy: }
#include <pthread.h>

enum { kThreads = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int arrived;
static int round_number;

static void wait_for_all(void) {
  pthread_mutex_lock(&mutex);
  int round = round_number;
  if (++arrived == kThreads) {
    arrived = 0;
    round_number++;
    pthread_cond_broadcast(&changed);
  }
#ifdef FIXED
  while (round == round_number) pthread_cond_wait(&changed, &mutex);
#else
  while (arrived != 0) pthread_cond_wait(&changed, &mutex);
  (void)round;
#endif
  pthread_mutex_unlock(&mutex);
}

static void* run(void* unused) {
  wait_for_all();
  wait_for_all();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  run(0);
  pthread_join(thread, 0);
  return 0;
}
