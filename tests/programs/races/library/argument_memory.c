// expect: bug data_race
// message: data race on values
// fixed: verified 1
// count: The threads share nothing that is visible: one trace.
// A list of arguments of the program's own making: vsnprintf reads the values where they are.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static long values[3] = {1, 2, 3};

static void* writes(void* unused) {
  values[2] = 7;
  return unused;
}

static void print(const char* format, va_list list) {
  char text[50];
  vsnprintf(text, sizeof text, format, list);
}

int main(void) {
  va_list list;
  list[0].gp_offset = 48;
  list[0].fp_offset = 176;
  list[0].overflow_arg_area = values;
  list[0].reg_save_area = 0;
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
#ifdef FIXED
  pthread_join(t, 0);
#endif
  print("%*d %f", list);
#ifndef FIXED
  pthread_join(t, 0);
#endif
  return 0;
}
