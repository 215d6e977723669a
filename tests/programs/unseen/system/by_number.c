// expect: bug data_race
// fixed: verified 1
// count: Main looks at what the thread was told after its end: 1 trace.
// System calls that are made by their numbers write to memory that another thread reads.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

static char folder[4096];
static struct stat status;
static struct utsname names;
static int ends[2];
static volatile long seen;

static void* run(void* unused) {
  assert(syscall(SYS_getcwd, folder, sizeof folder) > 0);
  assert(syscall(SYS_stat, "/", &status) == 0);
  assert(syscall(SYS_uname, &names) == 0);
  assert(syscall(SYS_pipe, ends) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
#endif
  seen = folder[0];
  seen = status.st_mode;
  seen = names.sysname[0];
  seen = ends[0];
#ifndef FIXED
  pthread_join(t, 0);
#endif
  return 0;
}
