// expect: verified 2
// flags: -DFIXED
// count: Two threads arrive, in either order: 2 traces. The barrier is destroyed after the join.
#include "barrier_destroy_waiting.c"
