// expect: bug deadlock
// options: --rwlocks=writers-first
// The writer waits for the reader's first lock, its second one for the writer.
#include "recursive.c"
