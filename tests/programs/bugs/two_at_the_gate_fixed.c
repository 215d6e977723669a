// expect: verified
// two_at_the_gate.c with the repair that is in it.
#define FIXED
#include "two_at_the_gate.c"
