// expect: verified
// buffer_off_by_one.c with the repair that is in it.
#define FIXED
#include "buffer_off_by_one.c"
