// expect: verified 2
// Messages go to standard error, here a file that can be read again: two orders. The functions of <err.h> and <error.h> lock it, too.
// toy: mutex error
// toy: thread t[2] { lock error; unlock error }
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void* first(void* unused) {
  warnx("first %d", 1);
  return unused;
}
static void* second(void* unused) {
  error(0, ENOENT, "second %d", 2);
  return unused;
}

int main(void) {
  pthread_t t, u;
  char line[200];
  assert(freopen("mazurka-messages", "w+", stderr));
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  errno = EINVAL;
  perror("third");
  rewind(stderr);
  int seen = 0;
  while (fgets(line, sizeof line, stderr)) {
    if (strstr(line, "messages: first 1\n")) seen |= 1;
    if (strstr(line, "messages: second 2: No such file or directory\n")) seen |= 2;
    if (strstr(line, "third: Invalid argument\n")) seen |= 4;
  }
  return seen == 7 ? 0 : 1;
}
