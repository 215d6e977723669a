// expect: verified 2
// Wide characters on a FILE of both threads: two orders of the calls, as of files/stdio.c.
// toy: mutex file
// toy: thread t[2] { lock file; unlock file }
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <wchar.h>

static FILE* file;

static void* first(void* unused) {
  assert(fwprintf(file, L"%d %ls\n", 1, L"a") == 4);
  return unused;
}
static void* second(void* unused) {
  assert(fputws(L"2 b\n", file) >= 0);
  return unused;
}

int main(void) {
  pthread_t t, u;
  wchar_t line[10];
  int number;
  file = fopen("mazurka-wide", "w+");
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  rewind(file);
  wint_t begin = fgetwc(file);
  assert((begin == L'1' || begin == L'2') && ungetwc(begin, file) == begin && fwide(file, 0) > 0);
  assert(fgetws(line, 10, file) && line[2] == (begin == L'1' ? L'a' : L'b'));
  assert(fwscanf(file, L"%d %9ls", &number, line) == 2 && number == (begin == L'1' ? 2 : 1));
  assert(getwc(file) == L'\n' && getwc(file) == WEOF && fclose(file) == 0);
  return 0;
}
