// expect: bug invalid_free 1
// count: There is no thread but main: one trace.
// A variable that was not allocated.
#include <stdlib.h>

static int variable;
int* volatile pointer = &variable;

int main(void) {
  free(pointer);
}
