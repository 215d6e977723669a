// depth 2: a table is whole between any two of 60 changes, except in the middle of the 40th; a reader looks once.
#include <assert.h>

#include "noise.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int entries, size;

static void change(int* counter) {
  pthread_mutex_lock(&mutex);
  ++*counter;
  pthread_mutex_unlock(&mutex);
}
static void* writer(void* unused) {
  for (int k = 0; k < 60; k++) {
    if (k == 40) {
      change(&entries);
      change(&size);
      continue;
    }
    pthread_mutex_lock(&mutex);
    entries++;
    size++;
    pthread_mutex_unlock(&mutex);
  }
  noise();
  return unused;
}
static void* reader(void* unused) {
  pthread_mutex_lock(&mutex);
  assert(entries == size);
  pthread_mutex_unlock(&mutex);
  noise();
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {writer, reader};
  run_all(bodies, 2, 3);
  return 0;
}
