// expect: unsupported closing a descriptor that another thread is using
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* reader(void* unused) {
  char c;
  read(ends[0], &c, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pipe(ends);
  pthread_create(&t, 0, reader, 0);
  close(ends[0]);
  pthread_join(t, 0);
  return 0;
}
