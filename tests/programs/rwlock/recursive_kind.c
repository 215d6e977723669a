// expect: bug deadlock
// flags: -DKIND=PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
#include "recursive.c"
