// expect: verified
// reference_count.c with the repair that is in it.
#define FIXED
#include "reference_count.c"
