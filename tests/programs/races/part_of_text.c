// expect: bug data_race
// message: data race on
// fixed: verified 1
// count: the thread writes to memory that nobody else uses: one trace.
// flags: -D_GNU_SOURCE
// Functions that look at the beginning of a text do not look at the rest: atoi, strtol, strtod, strchr, strstr, strspn,
// strpbrk, strcasecmp and their relatives.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

#ifdef FIXED
enum { kAt = 5 };
#else
enum { kAt = 2 };
#endif
static char text[] = "12;name";
static wchar_t wide[] = L"12;name";

static void* writer(void* unused) {
  (void)unused;
  text[kAt] = 'x';
  wide[kAt] = 'x';
  return 0;
}

int main(void) {
  pthread_t t;
  char* end;
  wchar_t* wide_end;
  pthread_create(&t, 0, writer, 0);
  int sum = atoi(text) + (int)atol(text) + (int)atoll(text) + (int)atof(text);
  sum +=
      (int)strtol(text, &end, 10) + (int)strtoul(text, 0, 0) + (int)strtoll(text, 0, 16) + (int)strtoull(text, 0, 10);
  sum += (int)strtod(text, &end) + (int)strtof(text, &end) + (int)strtold(text, 0);
  sum += strchr(text, '2') == text + 1;
  sum += strchrnul(text, ';') == text + 2;
  sum += strstr(text, "2;") == text + 1;
  sum += strcasestr(text, "2;") == text + 1;
  sum += strspn(text, "123") == 2;
  sum += strcspn(text, ";:") == 2;
  sum += strpbrk(text, ";:") == text + 2;
  sum += strcasecmp(text, "12:x") != 0;
  sum += strncasecmp(text, "12:x", 4) != 0;
  sum += (int)wcstol(wide, &wide_end, 10) + (int)wcstod(wide, 0);
  sum += wcschr(wide, '2') == wide + 1;
  sum += wcsstr(wide, L"2;") == wide + 1;
  sum += wcsspn(wide, L"123") == 2;
  sum += wcscspn(wide, L";:") == 2;
  sum += wcspbrk(wide, L";:") == wide + 2;
  sum += wcscmp(wide, L"12:x") != 0;
  pthread_join(t, 0);
  return sum == 0;
}
