// expect: verified 4
// toy: var x
// toy: mutex m
// toy: thread run { x = 1; lock m; unlock m }
// toy: thread main { r = x; lock m; unlock m; join run }
// Clocks go on with one's own sleeps, and never run backwards along what happens before: who sees the store, or gets the mutex, or
// joins, sees a time that is not earlier. Two orders of store and load, two of the locks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static atomic_int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static double stored, locked;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void* run(void* unused) {
  double before = now();
  sleep(10);
  stored = now();
  assert(stored >= before + 10 && stored < before + 11);
  atomic_store(&x, 1);
  pthread_mutex_lock(&m);
  sleep(20);
  locked = now();
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  double begin = now();
  time_t day = time(0);
  pthread_create(&t, 0, run, 0);
  if (atomic_load(&x))
    assert(now() > stored && now() < begin + 15);
  else
    assert(now() < begin + 1);
  pthread_mutex_lock(&m);
  assert(locked == 0 ? now() < begin + 15 : now() > begin + 30);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(now() > locked && now() > begin + 30);
  assert(time(0) >= day + 30 && time(0) <= day + 31);
  struct timeval other;
  gettimeofday(&other, 0);
  assert(other.tv_sec >= day + 30);
  return 0;
}
