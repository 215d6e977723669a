// expect: verified
// broken_dekker.c with the repair that is in it.
#define FIXED
#include "broken_dekker.c"
