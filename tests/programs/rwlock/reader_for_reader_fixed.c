// expect: verified 34
// flags: -DBEFORE
// toy: rwlock w
// toy: var writers
// toy: sem done
// toy: thread first { await writers == 0; rdlock w; acquire done; rdunlock w }
// toy: thread second { release done; await writers == 0; rdlock w; rdunlock w }
// toy: thread writer { r = fetch_add writers, 1; wrlock w; r = fetch_add writers, -1; wrunlock w }
// The other reader does first what the reader waits for.
#include "reader_for_reader.c"
