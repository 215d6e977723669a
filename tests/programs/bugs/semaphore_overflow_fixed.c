// expect: verified
// semaphore_overflow.c with the repair that is in it.
#define FIXED
#include "semaphore_overflow.c"
