// expect: verified 1
// toy: # Each of the four is a step that reads the table of files.
// toy: var table
// toy: thread t[2] { r = table; r = table; r = table; r = table }
// The C library reads its files under locks that cannot be seen: two threads do so at the same time, and nothing depends
// on the order.
#include <assert.h>
#include <locale.h>
#include <pthread.h>
#include <pwd.h>
#include <time.h>

static void* run(void* unused) {
  struct tm date;
  struct passwd entry, *found;
  char buffer[2000];
  time_t now = 1800000000;
  assert(localtime_r(&now, &date) && mktime(&date) == now);
  assert(getpwnam_r("root", &entry, buffer, sizeof buffer, &found) == 0 && found == &entry);
  locale_t locale = newlocale(LC_ALL_MASK, "C", 0);
  assert(locale);
  freelocale(locale);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, run, 0);
  pthread_create(&u, 0, run, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
