// expect: bug invalid_free 1
// A variable that was not allocated.
#include <stdlib.h>

static int variable;
int* volatile pointer = &variable;

int main(void) {
  free(pointer);
}
