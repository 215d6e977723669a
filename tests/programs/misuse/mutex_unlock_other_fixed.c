// expect: verified 1
// flags: -DFIXED
// count: One thread makes steps at a time, for main waits for the end of the other: 1 trace.
#include "mutex_unlock_other.c"
