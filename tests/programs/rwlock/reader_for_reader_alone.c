// expect: verified 3
// flags: -DNO_WRITER
// toy: rwlock w
// toy: sem done
// toy: thread first { rdlock w; acquire done; rdunlock w }
// toy: thread second { rdlock w; rdunlock w; release done }
// Without a writer there is no deadlock, and counting those that wait, where there are none, makes no more traces.
#include "reader_for_reader.c"
