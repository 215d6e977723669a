// expect: bug data_race
// fixed: verified 1
// count: The join leaves nothing to reorder: one trace.
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
#ifdef FIXED
  pthread_join(t, 0);
  seen = text[0];
#else
  seen = text[0];
  pthread_join(t, 0);
#endif
  return 0;
}
