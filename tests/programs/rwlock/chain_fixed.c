// expect: verified 21
// flags: -DBEFORE
// toy: rwlock w
// toy: mutex m
// toy: sem done
// toy: thread first { rdlock w; lock m; unlock m; rdunlock w }
// toy: thread owner { acquire done; lock m; unlock m }
// toy: thread second { rdlock w; rdunlock w; release done }
// toy: thread writer { wrlock w; wrunlock w }
// Nobody who holds a lock waits for anything but a mutex: waiting writers need not be counted.
#include "chain.c"
