// expect: bug signal
// message: SIGPIPE
// The reader may be gone when something is written.
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* reader(void* unused) {
  close(ends[0]);
  return unused;
}

int main(void) {
  pthread_t t;
  pipe(ends);
  pthread_create(&t, 0, reader, 0);
  write(ends[1], "abc", 3);
  pthread_join(t, 0);
  return 0;
}
