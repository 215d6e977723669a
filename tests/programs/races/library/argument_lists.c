// expect: bug data_race
// message: data race on list
// fixed: verified 1
// count: The threads share nothing but what main made before: one trace.
// To make a list of arguments a second one is to read it; to start it, and to hand it to vsnprintf, is to write it.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static va_list list;

static void* copies(void* unused) {
  va_list own;
  va_copy(own, list);
  va_end(own);
  return unused;
}

static void* prints(void* unused) {
  char text[20];
#ifdef FIXED
  va_list own;
  va_copy(own, list);
  vsnprintf(text, sizeof text, "%d", own);
  va_end(own);
#else
  vsnprintf(text, sizeof text, "%d", list);
#endif
  return unused;
}

static void share(int count, ...) {
  pthread_t t[2];
  va_start(list, count);
  pthread_create(&t[0], 0, copies, 0);
  pthread_create(&t[1], 0, prints, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  va_end(list);
}

int main(void) {
  share(2, 1, 2);
  return 0;
}
