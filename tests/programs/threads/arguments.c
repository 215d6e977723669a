// expect: verified 2
// args: 2 hello "two words"
// toy: var x
// toy: thread t[2] { r = fetch_add x, 1 }
// toy: thread main { join t[0]; join t[1]; r = x }
// The arguments of the program reach main in every execution.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;

static void* add(void* unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(int argc, char** argv) {
  int threads = argc > 1 ? atoi(argv[1]) : 2;
  pthread_t t[8];
  for (int n = 0; n < threads; ++n) pthread_create(&t[n], 0, add, 0);
  for (int n = 0; n < threads; ++n) pthread_join(t[n], 0);
  assert(atomic_load(&x) == threads);
  assert(argc < 3 || (argc == 4 && strcmp(argv[2], "hello") == 0 && strcmp(argv[3], "two words") == 0));
  return 0;
}
