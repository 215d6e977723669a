// expect: verified 7
// toy: # c is 1 if it waits, 2 if it is signalled. It looks whether it is cancelled, then for the signal, then waits for ever.
// toy: var cancelled, c
// toy: thread t {
// toy:   r = cancelled
// toy:   if r == 0 {
// toy:     c = 1
// toy:     r = cancelled
// toy:     if r == 0 { r = c } else { r = exchange c, 0; if r == 2 { goes_on = choose 2 } }
// toy:   }
// toy: }
// toy: thread main { r = cas c, 1, 2; cancelled = 1 }
// Main signals, then cancels. If the thread is cancelled before it waits: 1 trace. If it looks again before it is cancelled:
// signalled before it joined the waiters (1), after it looked at them (1), or in between, so that it goes on (1). If it
// finds itself cancelled: not signalled (1), or signalled, when it may go on (1) or end (1).
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void clean(void* mutex) {
  pthread_mutex_unlock(mutex);
}

static void* run(void* unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(clean, &m);
  pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t t;
  void* result;
  pthread_create(&t, 0, run, 0);
  pthread_cond_signal(&c);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == 0 || result == PTHREAD_CANCELED);
  return 0;
}
