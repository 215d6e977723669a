// expect: verified
// options: --spurious-wakeups=1
// spurious_wakeup.c with the repair that is in it.
#define FIXED
#include "spurious_wakeup.c"
