// expect: verified 1
// flags: -DFIXED
// count: Only one thread makes steps, for main waits for its end: 1 trace.
#include "not_blocked.c"
