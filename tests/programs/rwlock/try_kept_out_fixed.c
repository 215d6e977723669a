// expect: verified 2
// options: --rwlocks=readers-first
// toy: rwlock w
// toy: thread reader { rdlock w; r = tryrdlock w; rdunlock w; rdunlock w }
// toy: thread writer { wrlock w; wrunlock w }
#include "try_kept_out.c"
