// expect: verified
// split_update.c with the repair that is in it.
#define FIXED
#include "split_update.c"
