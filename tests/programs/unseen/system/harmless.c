// expect: verified 1
// count: The threads have no steps: one trace.
// What a thread asks about its process is nobody else's business.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

static void* run(void* unused) {
  uid_t real, effective, saved;
  assert(getresuid(&real, &effective, &saved) == 0 && real == getuid());
  gid_t groups[64];
  assert(getgroups(64, groups) >= 0);
  struct itimerval timer;
  memset(&timer, 1, sizeof timer);
  assert(getitimer(ITIMER_REAL, &timer) == 0 && timer.it_value.tv_sec == 0);
  char room[64];
  assert(mlock(room, sizeof room) == 0 && munlock(room, sizeof room) == 0);
  unsigned processor = 7, node = 7;
  assert(getcpu(&processor, &node) == 0 && processor == 0 && node == 0);
  assert(getpgid(0) == getpgrp() && getpriority(PRIO_PROCESS, 0) <= 20);
  sync();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  return 0;
}
