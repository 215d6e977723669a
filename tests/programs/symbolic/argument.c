// expect: bug assertion
// options: --symbolic-arg=4
// An argument of up to four characters is a command: one of them ends badly, if the worker sees it in time.
// message: command != STOP
// fixed: verified 16
// count: strcmp(text, "go") ends at the first character that differs, of three, or finds them equal. If the first one is another than g,
//   strncmp(text, "stop", 4) ends at one of four characters or finds them equal; if it is g, that ends at once. So there are
//   5 + 1 + 1 + 1 classes of texts, and two orders of the critical sections: 16.
#include <assert.h>
#include <pthread.h>
#include <string.h>

enum command { NONE, GO, STOP };
static enum command command;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  pthread_mutex_lock(&mutex);
#ifndef FIXED
  assert(command != STOP);
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int argc, char** argv) {
  assert(argc == 2);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&mutex);
  if (strcmp(argv[1], "go") == 0)
    command = GO;
  else if (strncmp(argv[1], "stop", 4) == 0)
    command = STOP;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
}
