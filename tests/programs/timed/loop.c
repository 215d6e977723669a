// expect: verified 6
// options: --max-timeouts=2
// toy: mutex m
// toy: cond c
// toy: var ready
// toy: thread w { 
// toy:   lock m
// toy:   r = ready
// toy:   n = 0
// toy:   while !r {
// toy:     if n < 2 { q = timedwait c, m; if !q { n = n + 1 } } else { wait c, m }
// toy:     r = ready
// toy:   }
// toy:   unlock m 
// toy: }
// toy: thread s { lock m; ready = 1; signal c; unlock m }
// A loop around a timed wait has no end if it can time out again and again.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void* waiter(void* unused) {
  pthread_mutex_lock(&m);
  while (!ready) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec++;
    pthread_cond_timedwait(&c, &m, &deadline);
  }
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
