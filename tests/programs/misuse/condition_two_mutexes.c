// expect: bug misuse
// message: wait on a condition variable with another mutex than those that wait already
// fixed: verified 35
// toy: mutex m
// toy: cond c
// toy: var first, second
// toy: thread one { lock m; r = first; while !r { wait c, m; r = first }; unlock m }
// toy: thread other { lock m; r = second; while !r { wait c, m; r = second }; unlock m }
// toy: thread main { lock m; first = 1; broadcast c; unlock m; lock m; second = 1; broadcast c; unlock m }
// Threads that wait on a condition variable at once must all wait with the same mutex.
#include <pthread.h>

static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int ready[2];

static int mutex_of(int k) {
#ifdef FIXED
  return 0 * k;
#else
  return k;
#endif
}

static void* run(void* number) {
  int k = *(int*)number;
  pthread_mutex_lock(&mutexes[mutex_of(k)]);
  while (!ready[k]) pthread_cond_wait(&changed, &mutexes[mutex_of(k)]);
  pthread_mutex_unlock(&mutexes[mutex_of(k)]);
  return 0;
}

int main(void) {
  pthread_t t[2];
  int numbers[2] = {0, 1};
  for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, run, &numbers[k]);
  for (int k = 0; k < 2; k++) {
    pthread_mutex_lock(&mutexes[mutex_of(k)]);
    ready[k] = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutexes[mutex_of(k)]);
  }
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
  return 0;
}
