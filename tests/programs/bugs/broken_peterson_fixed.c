// expect: verified
// broken_peterson.c with the repair that is in it.
#define FIXED
#include "broken_peterson.c"
