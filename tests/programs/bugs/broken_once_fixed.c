// expect: verified
// broken_once.c with the repair that is in it.
#define FIXED
#include "broken_once.c"
