// expect: bug data_race
// message: data race on pair
// A structure that is passed by value is read by the call itself, in registers or on the stack, also as one of any number of arguments.
// args: small
// fixed: verified 1
// count: The thread has no step, and main only joins it: one trace.
#include <pthread.h>
#include <stdarg.h>
#include <string.h>

typedef struct {
  int first, second;
} Pair;
typedef struct {
  Pair pairs[8];
} Many;
static Many pair;
static const char* how;

__attribute__((noinline)) static int take(Pair given) {
  return given.first;
}
__attribute__((noinline)) static int take_many(Many given) {
  return given.pairs[0].first;
}
__attribute__((noinline)) static int take_any(int number, ...) {
  va_list list;
  va_start(list, number);
  Pair given = va_arg(list, Pair);
  va_end(list);
  return given.first;
}

static void* run(void* result) {
  if (strcmp(how, "small") == 0) *(int*)result = take(pair.pairs[0]);
  if (strcmp(how, "large") == 0) *(int*)result = take_many(pair);
  if (strcmp(how, "any") == 0) *(int*)result = take_any(1, pair.pairs[0]);
  return 0;
}

int main(int argc, char** argv) {
  pthread_t thread;
  int result = 0;
  how = argc > 1 ? argv[1] : "small";
  pthread_create(&thread, 0, run, &result);
#ifdef FIXED
  pthread_join(thread, 0);
  pair.pairs[0].first = 7;
#else
  pair.pairs[0].first = 7;
  pthread_join(thread, 0);
#endif
  return result != 0 && result != 7;
}
