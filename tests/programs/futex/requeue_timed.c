// expect: verified 4
// flags: -DTIMED
// toy: # The queue is under a lock. The waiter leaves it when its time is up; main has put it into another one if it was there.
// toy: mutex q
// toy: var word, in
// toy: thread waiter { lock q; r = word; if r == 0 { in = 1 }; unlock q; if r == 0 { lock q; unlock q } }
// toy: thread main { word = 1; lock q; a = in; unlock q }
// A waiter with a deadline needs nobody.
#include "requeue_lost.c"
