// expect: verified
// check_then_act.cpp with the repair that is in it.
#define FIXED
#include "check_then_act.cpp"
