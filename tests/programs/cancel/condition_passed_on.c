// expect: verified 40
// toy: # c has a bit for each that waits: 1 for the victim, which looks as in condition_signalled.c, and 2 for the other.
// toy: mutex m
// toy: sem wake
// toy: var waiting, tokens, c, cancelled, signalled, ended_by_it
// toy: thread victim {
// toy:   lock m
// toy:   w = waiting
// toy:   waiting = w + 1
// toy:   r = cancelled
// toy:   if r { ended_by_it = 1; unlock m; return }
// toy:   fetch_add c, 1
// toy:   unlock m
// toy:   ends = 0
// toy:   r = cancelled
// toy:   if r == 0 {
// toy:     q = c
// toy:     if q % 2 == 1 { await c == 99 }
// toy:   } else {
// toy:     s = signalled
// toy:     if s == 0 { fetch_add c, -1; ends = 1 }
// toy:     if s == 1 {
// toy:       q = c
// toy:       ends = choose 2
// toy:       if ends { fetch_add c, -2; release wake }
// toy:     }
// toy:   }
// toy:   lock m
// toy:   if ends { ended_by_it = 1 } else { t = tokens; tokens = t - 1 }
// toy:   unlock m
// toy: }
// toy: thread other {
// toy:   lock m
// toy:   w = waiting
// toy:   waiting = w + 1
// toy:   t = tokens
// toy:   while t == 0 { fetch_add c, 2; unlock m; acquire wake; lock m; t = tokens }
// toy:   tokens = t - 1
// toy:   unlock m
// toy: }
// toy: thread main {
// toy:   lock m
// toy:   w = waiting
// toy:   if w == 2 {
// toy:     tokens = 1
// toy:     k = choose 2
// toy:     if k == 0 { signalled = 1; fetch_add c, -1 } else { fetch_add c, -2; release wake }
// toy:   }
// toy:   unlock m
// toy:   cancelled = 1
// toy:   join victim
// toy:   r = ended_by_it
// toy:   if w == 2 && r { join other; return }
// toy:   lock m
// toy:   tokens = 2
// toy:   q = exchange c, 0
// toy:   if q >= 2 { release wake }
// toy:   unlock m
// toy:   join other
// toy: }
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
