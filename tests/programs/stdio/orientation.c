// expect: bug assertion
// message: wprintf
// Standard output is for bytes or for wide characters, whatever comes first; the other fails.
// fixed: verified 1
// Here it is certain beforehand. The order of the lines is seen by nobody.
// toy: mutex a, b
// toy: thread t { lock a; unlock a }
// toy: thread u { lock b; unlock b }
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static void* narrow(void* unused) {
#ifdef FIXED
  assert(fputs("bytes\n", stdout) == EOF);
#else
  printf("bytes\n");
#endif
  return unused;
}
static void* wide(void* unused) {
  assert(wprintf(L"wide characters\n") > 0);
  return unused;
}

int main(void) {
  pthread_t t, u;
#ifdef FIXED
  fwide(stdout, 1);
#endif
  pthread_create(&t, 0, wide, 0);
  pthread_create(&u, 0, narrow, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
