// expect: bug data_race
// fixed: verified 1
// count: Main only joins: one trace.
// A locale is used while another thread frees it.
#define _GNU_SOURCE
#include <ctype.h>
#include <locale.h>
#include <pthread.h>

static locale_t locale;

static void* use(void* unused) {
  return toupper_l('a', locale) == 'A' ? unused : &locale;
}

int main(void) {
  pthread_t t;
  locale = newlocale(LC_ALL_MASK, "C.UTF-8", 0);
  pthread_create(&t, 0, use, 0);
#ifdef FIXED
  pthread_join(t, 0);
#endif
  freelocale(locale);
#ifndef FIXED
  pthread_join(t, 0);
#endif
}
