// expect: bug assertion
// fixed: verified 3
// toy: mutex m
// toy: thread reader { lock m; unlock m; lock m; unlock m }
// toy: thread writer { lock m; unlock m }
// A cache that knows its entry by the address. Another thread frees the entry, which it did not allocate, and allocates
// a new one: at the same address. (The repair counts the entries.)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct entry {
  int value;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct entry* entry;
static int generation;

static void* read_twice(void* unused) {
  pthread_mutex_lock(&mutex);
  struct entry* seen = entry;
  int seen_generation = generation;
  int value = entry->value;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
#ifdef FIXED
  if (entry == seen && generation == seen_generation) assert(entry->value == value);
#else
  (void)seen_generation;
  if (entry == seen) assert(entry->value == value);
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* replace(void* unused) {
  pthread_mutex_lock(&mutex);
  free(entry);
  entry = malloc(sizeof *entry);
  entry->value = 2;
  generation++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  entry = malloc(sizeof *entry);
  entry->value = 1;
  pthread_t reader, writer;
  pthread_create(&reader, 0, read_twice, 0);
  pthread_create(&writer, 0, replace, 0);
  pthread_join(reader, 0);
  pthread_join(writer, 0);
  free(entry);
}
