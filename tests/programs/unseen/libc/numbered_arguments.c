// expect: bug data_race
// message: data race on name
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A format with numbered arguments, as translations have them, of all types and with a width and a precision.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char name[16] = "lamp";
static int written;

static void* run(void* unused) {
  char line[100];
  int bytes = snprintf(line, sizeof line, "%3$.*6$s %1$Lf %2$n%4$*5$d %7$c%m", 2.5L, &written, name, 42, 4, 3, '!');
  assert(bytes > 0 && written == 13 && strncmp(line, "lam 2.500000   42 !", 19) == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  name[3] = 'b';  // behind what the precision lets it read
#else
  name[2] = 'd';
#endif
  pthread_join(t, 0);
}
