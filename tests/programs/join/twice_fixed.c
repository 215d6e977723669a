// expect: verified 1
// flags: -DONCE
#include "twice.c"
