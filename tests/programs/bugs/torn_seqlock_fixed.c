// expect: verified
// torn_seqlock.c with the repair that is in it.
#define FIXED
#include "torn_seqlock.c"
