// expect: verified 1
// count: The thread has no step that conflicts with another: all look only, one trace.
// The file system is always the same one, which has room.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

static void* run(void* unused) {
  struct statvfs room;
  assert(statvfs("/usr", &room) == 0 && room.f_bavail > 0 && room.f_namemax == 255);
  assert(fstatvfs(0, &room) == 0);
  struct statfs kind;
  assert(statfs("/", &kind) == 0 && kind.f_bsize == 4096);
  assert(statfs("/nonexistent", &kind) == -1 && errno == ENOENT);
  assert(fstatfs(77, &kind) == -1 && errno == EBADF);
  assert(pathconf("/usr", _PC_NAME_MAX) == 255);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  run(0);
  pthread_join(t, 0);
  return 0;
}
