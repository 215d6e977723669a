// expect: verified
// lazy_init_twice.c with the repair that is in it.
#define FIXED
#include "lazy_init_twice.c"
