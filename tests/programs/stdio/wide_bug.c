// expect: bug assertion
// message: fgetwc(file) == L'a'
// The twin of wide.c: which character comes first is not certain.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static FILE* file;

static void* run(void* name) {
  putwc(*(wchar_t*)name, file);
  return 0;
}

int main(void) {
  pthread_t t, u;
  file = fopen("mazurka-wide", "w+");
  pthread_create(&t, 0, run, L"a");
  pthread_create(&u, 0, run, L"b");
  pthread_join(t, 0);
  pthread_join(u, 0);
  rewind(file);
  assert(fgetwc(file) == L'a');
  return 0;
}
