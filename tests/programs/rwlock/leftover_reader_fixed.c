// expect: verified 14
// flags: -DGIVES_BACK
// toy: rwlock w
// toy: thread reader[2] { rdlock w; rdunlock w }
// toy: thread writer { wrlock w; wrunlock w }
#include "leftover_reader.c"
