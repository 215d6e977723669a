// expect: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// What the runtime looks up for itself, when it first needs a function, is no business of dlerror().
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void* run(void* unused) {
  char copy[200], line[200];
  dlsym(RTLD_DEFAULT, "no_such_function");
  strncpy(line, "before", sizeof line);
  const char* text = dlerror();
  assert(text != 0 && strstr(text, "no_such_function") != 0);
  strncat(line, text, 100);
  strpbrk(text, "f");
  snprintf(copy, sizeof copy, "%s", text);
  assert(strstr(text, "no_such_function") != 0);
  assert(dlsym(RTLD_DEFAULT, "memfrob") != 0);
  assert(stpcpy(copy, line) > copy && dlerror() == 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
}
