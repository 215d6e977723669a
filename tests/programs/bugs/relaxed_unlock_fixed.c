// expect: verified
// relaxed_unlock.c with the repair that is in it.
#define FIXED
#include "relaxed_unlock.c"
