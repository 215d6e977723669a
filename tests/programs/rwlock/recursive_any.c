// expect: bug deadlock
// The writer waits for the reader's first lock, its second one may wait for the writer.
// fixed: verified 2
// toy: rwlock w
// toy: thread reader { rdlock w; rdunlock w }
// toy: thread writer { wrlock w; wrunlock w }
// Nobody waits while it holds a read lock: waiting writers need not be counted.
#ifdef FIXED
#define TIMES 1
#endif
#include "recursive.c"
