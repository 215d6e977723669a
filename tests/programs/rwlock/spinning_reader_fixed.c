// expect: verified 14
// flags: -DNO_SPIN
// toy: rwlock w
// toy: thread reader[2] { rdlock w; rdunlock w }
// toy: thread writer { wrlock w; wrunlock w }
#include "spinning_reader.c"
