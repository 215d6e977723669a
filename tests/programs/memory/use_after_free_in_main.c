// expect: bug use_after_free 1
// count: There is no thread but main: one trace.
// Before the first thread is created.
#include <stdlib.h>

int main(void) {
  volatile int* block = malloc(16);
  *block = 1;
  free((void*)block);
  return *block == 5;
}
