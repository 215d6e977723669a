// expect: verified
// double_checked_locking.c with the repair that is in it.
#define FIXED
#include "double_checked_locking.c"
