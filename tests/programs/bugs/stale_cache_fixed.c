// expect: verified
// stale_cache.c with the repair that is in it.
#define FIXED
#include "stale_cache.c"
