// expect: verified
// callback_under_lock.c with the repair that is in it.
#define FIXED
#include "callback_under_lock.c"
