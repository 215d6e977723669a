// expect: verified
// semaphore_miscount.c with the repair that is in it.
#define FIXED
#include "semaphore_miscount.c"
