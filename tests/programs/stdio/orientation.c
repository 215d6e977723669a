// expect: bug assertion
// message: wprintf
// Standard output is for bytes or for wide characters, whatever comes first; the other fails.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static void* narrow(void* unused) {
  printf("bytes\n");
  return unused;
}
static void* wide(void* unused) {
  assert(wprintf(L"wide characters\n") > 0);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, wide, 0);
  pthread_create(&u, 0, narrow, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
