// expect: verified
// mutex_freed_in_use.c with the repair that is in it.
#define FIXED
#include "mutex_freed_in_use.c"
