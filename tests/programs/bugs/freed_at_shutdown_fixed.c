// expect: verified
// freed_at_shutdown.c with the repair that is in it.
#define FIXED
#include "freed_at_shutdown.c"
