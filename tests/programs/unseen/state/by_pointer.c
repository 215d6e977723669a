// expect: bug data_race
// A function that is called through a pointer.
#include <pthread.h>
#include <wchar.h>

static wchar_t text[8];
static volatile wchar_t seen;
static wchar_t* (*volatile copy)(wchar_t*, const wchar_t*) = wcscpy;

static void* run(void* unused) {
  copy(text, L"abc");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  seen = text[0];
  pthread_join(t, 0);
  return 0;
}
