// expect: verified
// A signal to a thread that is cancelled is not lost if another one waits: the other wakes then, or is signalled first.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int tokens, waiting;

static void clean(void* mutex) {
  pthread_mutex_unlock(mutex);
}

static void* run(void* unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(clean, &m);
  waiting++;
  while (tokens == 0) pthread_cond_wait(&c, &m);
  tokens--;
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t victim, other;
  void* result;
  pthread_create(&victim, 0, run, 0);
  pthread_create(&other, 0, run, 0);
  pthread_mutex_lock(&m);
  int both = waiting == 2;
  if (both) {
    tokens = 1;
    pthread_cond_signal(&c);
  }
  pthread_mutex_unlock(&m);
  pthread_cancel(victim);
  if (both) {
    pthread_join(victim, &result);
    if (result == PTHREAD_CANCELED) {
      pthread_join(other, 0);
      return 0;
    }
  } else {
    pthread_join(victim, &result);
  }
  pthread_mutex_lock(&m);
  tokens = 2;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_join(other, 0);
  return 0;
}
