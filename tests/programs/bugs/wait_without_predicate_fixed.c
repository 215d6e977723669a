// expect: verified
// wait_without_predicate.c with the repair that is in it.
#define FIXED
#include "wait_without_predicate.c"
