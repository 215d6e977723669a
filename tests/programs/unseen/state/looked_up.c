// expect: bug data_race
// flags: -ldl
// A function that is looked up by its name is watched, too.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <wchar.h>

static wchar_t text[8];
static volatile wchar_t seen;
static wchar_t* (*copy)(wchar_t*, const wchar_t*);

static void* run(void* unused) {
  copy(text, L"abc");
  return unused;
}

int main(void) {
  copy = (wchar_t * (*)(wchar_t*, const wchar_t*)) dlsym(RTLD_DEFAULT, "wcscpy");
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  seen = text[0];
  pthread_join(t, 0);
  return 0;
}
