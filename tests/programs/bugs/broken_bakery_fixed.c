// expect: verified
// broken_bakery.c with the repair that is in it.
#define FIXED
#include "broken_bakery.c"
