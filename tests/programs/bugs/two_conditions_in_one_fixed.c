// expect: verified
// two_conditions_in_one.c with the repair that is in it.
#define FIXED
#include "two_conditions_in_one.c"
