// expect: verified
// spsc_ring.c with the repair that is in it.
#define FIXED
#include "spsc_ring.c"
