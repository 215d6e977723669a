// expect: verified 3
// toy: var cancelled
// toy: thread t { r = cancelled; if r == 0 { r = cancelled } }
// toy: thread main { cas cancelled, 0, 1 }
// Cancelled before it waits, while it waits, or not yet (which is no deadlock). The mutex is held when the handler runs.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int cleaned;

static void clean(void* mutex) {
  cleaned++;
  pthread_mutex_unlock(mutex);
}

static void* run(void* unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(clean, &m);
  for (;;) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t t;
  void* result;
  pthread_create(&t, 0, run, 0);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED && cleaned == 1);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
