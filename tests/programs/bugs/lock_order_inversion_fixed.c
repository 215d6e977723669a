// expect: verified
// lock_order_inversion.c with the repair that is in it.
#define FIXED
#include "lock_order_inversion.c"
