// expect: verified
// lost_wakeup.c with the repair that is in it.
#define FIXED
#include "lost_wakeup.c"
