// expect: verified 1
// What the executable has in its preinit array runs before all constructors, and files are not really changed.
// count: Main only waits for a thread that does nothing: 1 trace.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

static int turn;
static pthread_t thread;

static void* run(void* unused) {
  return unused;
}
static void first(int argc, char** argv, char** envp) {
  struct stat status;
  assert(turn++ == 0 && argc == 1 && argv[0] != 0 && envp == environ);
  assert(unlink(__FILE__) == 0 && stat(__FILE__, &status) != 0);
}
__attribute__((section(".preinit_array"), used)) static void (*const entry)(int, char**, char**) = first;

__attribute__((constructor)) static void second(void) {
  assert(turn++ == 1);
  pthread_create(&thread, 0, run, 0);
}
int main(void) {
  assert(turn == 2);
  pthread_join(thread, 0);
  return 0;
}
