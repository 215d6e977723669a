// expect: verified
// work_stealing.c with the repair that is in it.
#define FIXED
#include "work_stealing.c"
