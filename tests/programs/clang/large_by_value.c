// expect: bug data_race
// flags: --compiler=clang-14
// message: data race on s.list[39]: write of 8 bytes by T0, not ordered after the read of 8 bytes by T1
// fixed: verified 2
// count: two critical sections, in either order: 2 traces.
// A large structure is passed by value, by rep movs, while another thread writes its end. clang does not instrument that.
#include <pthread.h>

struct Numbers {
  long list[40];
};
static struct Numbers s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long last(struct Numbers numbers) { return numbers.list[39]; }

static void lock(void) {
#ifdef FIXED
  pthread_mutex_lock(&m);
#endif
}
static void unlock(void) {
#ifdef FIXED
  pthread_mutex_unlock(&m);
#endif
}

static void* run(void* unused) {
  lock();
  long result = last(s);
  unlock();
  return result < 0 ? unused : (void*)result;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  lock();
  s.list[39] = 1;
  unlock();
  pthread_join(t, 0);
  (void)m;
  return 0;
}
