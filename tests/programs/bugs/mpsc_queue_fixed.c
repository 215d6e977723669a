// expect: verified
// mpsc_queue.c with the repair that is in it.
#define FIXED
#include "mpsc_queue.c"
