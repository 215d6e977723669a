// expect: bug deadlock
// The writer waits for the reader's first lock, its second one may wait for the writer.
#include "recursive.c"
