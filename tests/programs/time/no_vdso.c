// expect: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// A program that looks for the kernel's clock in its own memory finds none, and calls the C library's.
#include <assert.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* unused) {
  struct timespec now;
  assert(getauxval(AT_SYSINFO_EHDR) == 0 && getauxval(AT_PAGESZ) == 4096);
  clock_gettime(CLOCK_MONOTONIC, &now);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  assert(getauxval(AT_SYSINFO_EHDR) == 0);
  pthread_t t[2];
  for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, run, 0);
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
  return 0;
}
