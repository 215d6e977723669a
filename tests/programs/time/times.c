// expect: verified 1
// count: No thread looks at what another does: one trace.
// times() follows the virtual clock.
#include <assert.h>
#include <pthread.h>
#include <sys/times.h>
#include <unistd.h>

static void* run(void* unused) {
  struct tms used;
  clock_t before = times(&used);
  sleep(2);
  clock_t after = times(&used);
  assert(after - before == 200 && used.tms_utime == after && used.tms_cutime == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  return 0;
}
