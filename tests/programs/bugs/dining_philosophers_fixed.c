// expect: verified
// dining_philosophers.c with the repair that is in it.
#define FIXED
#include "dining_philosophers.c"
