// expect: verified
// pool_shutdown.c with the repair that is in it.
#define FIXED
#include "pool_shutdown.c"
