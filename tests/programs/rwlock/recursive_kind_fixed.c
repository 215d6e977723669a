// expect: verified 3
// flags: -DKIND=PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP -DTIMES=1
// toy: rwlock w
// toy: var writers
// toy: thread reader { await writers == 0; rdlock w; rdunlock w }
// toy: thread writer { r = fetch_add writers, 1; wrlock w; r = fetch_add writers, -1; wrunlock w }
#include "recursive.c"
