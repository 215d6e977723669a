// expect: unsupported groups
// The groups of the process cannot be changed.
#include <grp.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void* nothing(void* argument) {
  return argument;
}

int main(void) {
  const gid_t groups[3] = {10, 20, 30};
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  const int error = setgroups(3, groups);
  pthread_join(thread, NULL);
  return error == 0 && getgroups(0, NULL) != 3;
}
