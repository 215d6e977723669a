// expect: bug data_race
// fixed: verified 1
// count: Main waits for the thread before it does anything else: one trace.
// A text of open_memstream() is written by every call on the FILE. Before the first flush the variables tell of another
// text, here of an old one, and after the text was moved, of a block that is freed.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char* text;
static size_t bytes;
static FILE* file;

static void* run(void* unused) {
  for (int k = 0; k < 1000; k++) fputs("more and more", file);
  return unused;
}

int main(void) {
  bytes = 1000;
  char* old = text = malloc(5);
  file = open_memstream(&text, &bytes);
  fputs("abc", file);
  fflush(file);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  fflush(file);
#endif
  if (text[1] != 'b') return 1;
#ifndef FIXED
  pthread_join(t, 0);
#endif
  fclose(file);
  free(text);
  free(old);
  return 0;
}
