// expect: bug use_after_free
// fixed: verified 1
// count: Main only joins: one trace.
// A table of hsearch_r() has only pointers to its keys, and compares them.
#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

static struct hsearch_data table;
static char* key;

static void* run(void* unused) {
#ifndef FIXED
  free(key);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  ENTRY* found;
  key = strdup("key");
  hcreate_r(8, &table);
  hsearch_r((ENTRY){key, 0}, ENTER, &found, &table);
  pthread_create(&t, 0, run, 0);
  pthread_join(t, 0);
  hsearch_r((ENTRY){"key", 0}, FIND, &found, &table);
}
