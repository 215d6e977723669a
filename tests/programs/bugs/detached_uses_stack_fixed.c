// expect: verified
// detached_uses_stack.c with the repair that is in it.
#define FIXED
#include "detached_uses_stack.c"
