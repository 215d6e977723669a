// expect: verified 2
// toy: mutex m
// toy: thread t[2] { lock m; unlock m }
// The kernel writes to static memory that nobody has written to before.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

static char buffer[2][40000], parts[2][40000];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* run(void* number) {
  long n = (long)number;
  pthread_mutex_lock(&mutex);
  int file = open(__FILE__, O_RDONLY);
  assert(read(file, buffer[n], 30000) > 500 && buffer[n][0] == '/');
  struct iovec pieces[] = {{parts[n], 4}, {parts[n] + 20000, 10000}};
  assert(preadv(file, pieces, 2, 0) > 500 && parts[n][0] == '/' && parts[n][20000 - 1] == 0);
  close(file);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (long n = 0; n < 2; n++) pthread_create(&t[n], 0, run, (void*)n);
  for (long n = 0; n < 2; n++) pthread_join(t[n], 0);
  return 0;
}
