// expect: verified 2
// flags: -DEARLY
// toy: var pending
// toy: thread t { r = pending; if r == 0 { await pending == 9 }; if r != 0 { r = exchange pending, 0 } }
// toy: thread main { r = exchange pending, 1 }
#include "blocked_late.c"
