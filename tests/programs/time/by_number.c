// expect: verified 1
// count: The threads share nothing: one trace.
// Time that a program asks the kernel for by syscall() is that of the other functions, and sleeping by it lets it go on.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
  struct timespec time;
  assert(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &time) == 0);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void* run(void* unused) {
  struct timespec second = {1, 0}, shown;
  struct timeval day;
  struct rusage used;
  struct sysinfo machine;
  long long before = now();
  assert(clock_gettime(CLOCK_MONOTONIC, &shown) == 0 && shown.tv_sec * 1000000000LL + shown.tv_nsec >= before);
  assert(syscall(SYS_nanosleep, &second, 0) == 0 && syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &second, 0) == 0);
  assert(now() - before >= 2000000000LL && now() - before < 2100000000LL);
  assert(syscall(SYS_gettimeofday, &day, 0) == 0 && day.tv_sec >= 1767225602 && day.tv_sec < 1767225700);
  assert(syscall(SYS_time, 0) >= day.tv_sec && time(0) >= day.tv_sec);
  assert(getrusage(RUSAGE_SELF, &used) == 0 && used.ru_nvcsw == 0 && sysinfo(&machine) == 0 && machine.uptime < 100);
  return unused;
}

int main(void) {
  pthread_t t[2];
  for (int k = 0; k < 2; k++) pthread_create(&t[k], 0, run, 0);
  for (int k = 0; k < 2; k++) pthread_join(t[k], 0);
  return 0;
}
