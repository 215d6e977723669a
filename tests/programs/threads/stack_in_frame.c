// expect: verified 4
// count: two times two critical sections, in either order: 2 * 2 = 4 traces.
// A thread runs on an array in main's frame, which lies where main's frames were when the first thread was created.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* add(void* unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static __attribute__((noinline)) void first(void) {
  volatile char numbers[60000];
  memset((char*)numbers, 3, sizeof numbers);
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  int sum = 0;
  for (int k = 0; k < 60000; k++) sum += numbers[k];
  assert(sum == 180000);
}

static __attribute__((noinline)) void second(void) {
  _Alignas(4096) char stack[1 << 18];
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, sizeof stack);
  pthread_t t;
  pthread_create(&t, &attributes, add, 0);
  add(0);
  pthread_join(t, 0);
  pthread_attr_destroy(&attributes);
}

int main(void) {
  first();
  second();
  assert(count == 4);
  return 0;
}
