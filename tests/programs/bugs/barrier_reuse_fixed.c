// expect: verified
// barrier_reuse.c with the repair that is in it.
#define FIXED
#include "barrier_reuse.c"
