#include <assert.h>

#include "common/common.h"

static void* twice(void* number) {
  *(int*)number *= 2;
  return number;
}

int main(void) {
  int number = 21;
  x264_threadpool_t* pool;
  assert(x264_threadpool_init(&pool, 1) == 0);
  x264_threadpool_run(pool, twice, &number);
  assert(x264_threadpool_wait(pool, &number) == &number);
  assert(number == 42);
  x264_threadpool_delete(pool);
}
