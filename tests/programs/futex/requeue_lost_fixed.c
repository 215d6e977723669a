// expect: verified 4
// flags: -DWAKE
// toy: mutex q
// toy: sem w
// toy: var word, in
// toy: thread waiter { lock q; r = word; if r == 0 { in = 1 }; unlock q; if r == 0 { acquire w } }
// toy: thread main { word = 1; lock q; a = in; unlock q; lock q; if a == 1 { release w }; unlock q }
#include "requeue_lost.c"
