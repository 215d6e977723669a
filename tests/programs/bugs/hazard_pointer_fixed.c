// expect: verified
// hazard_pointer.c with the repair that is in it.
#define FIXED
#include "hazard_pointer.c"
