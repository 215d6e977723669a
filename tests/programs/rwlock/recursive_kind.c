// expect: bug deadlock
// flags: -DKIND=PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
// fixed: verified 3
// toy: rwlock w
// toy: var writers
// toy: thread reader { await writers == 0; rdlock w; rdunlock w }
// toy: thread writer { r = fetch_add writers, 1; wrlock w; r = fetch_add writers, -1; wrunlock w }
#ifdef FIXED
#define TIMES 1
#endif
#include "recursive.c"
