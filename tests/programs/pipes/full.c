// expect: verified 2
// More than a pipe holds: the writer waits for the reader, and goes on.
// count: The writer fills the pipe, and goes on once that was read; then it writes the rest (W) and closes its end
//   (C). The reader reads the rest (R) after W and then the end after C. C may come before or after R: 2 traces.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int ends[2];
static char data[70000];

static void* writer(void* unused) {
  assert(write(ends[1], data, sizeof data) == sizeof data);
  close(ends[1]);
  return unused;
}

int main(void) {
  pthread_t t;
  static char copy[sizeof data];
  long sum = 0, got;
  memset(data, 'x', sizeof data);
  data[sizeof data - 1] = 'y';
  pipe(ends);
  pthread_create(&t, 0, writer, 0);
  while ((got = read(ends[0], copy + sum, sizeof copy - (size_t)sum)) > 0) sum += got;
  assert(sum == sizeof data && memcmp(copy, data, sizeof data) == 0);
  pthread_join(t, 0);
  return 0;
}
