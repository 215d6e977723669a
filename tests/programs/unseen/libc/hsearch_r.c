// expect: bug data_race
// fixed: verified 1
// count: The thread has no step of its own, and main only joins it: one trace.
// A table has the keys that it was given, and reads them.
#define _GNU_SOURCE
#include <pthread.h>
#include <search.h>

static char key[] = "key";
static struct hsearch_data table;
static volatile int found;

static void* run(void* unused) {
  char text[] = "key";
  ENTRY asked = {text, 0}, *entry;
  found = hsearch_r(asked, FIND, &entry, &table);
  return unused;
}

int main(void) {
  ENTRY given = {key, 0}, *entered;
  hcreate_r(8, &table);
  hsearch_r(given, ENTER, &entered, &table);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
#ifdef FIXED
  pthread_join(t, 0);
  key[1] = 0;
#else
  key[1] = 0;
  pthread_join(t, 0);
#endif
  return 0;
}
