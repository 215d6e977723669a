// expect: verified
// aba.c with the repair that is in it.
#define FIXED
#include "aba.c"
