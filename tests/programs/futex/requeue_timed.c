// expect: verified
// flags: -DTIMED
// A waiter with a deadline needs nobody.
#include "requeue_lost.c"
