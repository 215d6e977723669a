// expect: bug deadlock 10
// options: --keep-going
// toy: mutex m
// toy: cond c
// toy: thread waiter[2] { lock m; wait c, m; unlock m }
// toy: thread signaller { lock m; signal c; unlock m }
// Two waiters without a condition and one signal, which may come too early and wakes any one of those that wait.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return unused;
}

static void* signaller(void* unused) {
  pthread_mutex_lock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  for (int n = 0; n < 2; ++n) pthread_create(&t, 0, waiter, 0);
  pthread_create(&t, 0, signaller, 0);
  pthread_exit(0);
}
