// expect: verified 2
// flags: -DTIMES=1
// toy: rwlock w
// toy: thread reader { rdlock w; rdunlock w }
// toy: thread writer { wrlock w; wrunlock w }
// Nobody waits while it holds a read lock: waiting writers need not be counted.
#include "recursive.c"
