// expect: verified 3
// flags: -DWAIT
// toy: var pending
// toy: sem received
// toy: thread t { r = pending; if r == 0 { await pending == 9 }; r = exchange pending, 0; release received; r = pending; if r == 0 { await pending == 9 }; r = exchange pending, 0; release received }
// toy: thread main { r = exchange pending, 1; acquire received; r = exchange pending, 1; acquire received }
#include "twice.c"
